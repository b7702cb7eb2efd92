import { Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import type { AnalysisRequest } from '../analysis/service/analysis.service.js';
import { ExcursionsService } from '../analysis/routes/excursions.service.js';
import { SessionEvidenceService } from '../evidence/routes/session-evidence.service.js';
import { EVIDENCE_THRESHOLDS } from './sheet/evidence-thresholds.js';
import type { Bytes } from '../../shared/text/bytes.js';
import type { TaggedJson } from '../../platform/http/tagged-answer.js';
import { CandleParts } from './candle-parts.js';
import { TradeParts } from './trade-parts.js';

export type ReportRequest = Pick<AnalysisRequest<object>, 'workspaceId' | 'sessionId' | 'client'> & {
  readonly breakEvenThreshold: number;
};

export type Parts = Awaited<ReturnType<ReportParts['all']>>;

/** Computes the analyses that a report shows. */
@Injectable()
export class ReportParts {
  constructor(
    private readonly ofTrades: TradeParts,
    private readonly ofCandles: CandleParts,
    private readonly evidence: SessionEvidenceService,
    private readonly excursions: ExcursionsService,
  ) {}

  /**
   * @param tradeCount number of trades of the session
   * @param ifNoneMatch `*` to get only the tags. Then only the risk and the figures of the tries are computed
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async all(
    { breakEvenThreshold, ...request }: ReportRequest,
    tradeCount: number,
    ifNoneMatch: '*' | undefined,
  ) {
    // Each part listens to the signal. Node.js would warn of a leak if there are more than ten listeners.
    setMaxListeners(0, request.client.signal);
    // The analyses are computed one after the other, so the last analysis waits for all others.
    const client = { signal: request.client.signal, isPatient: true };
    const asked = { ...request, client, ifNoneMatch };
    const query = { breakEvenThreshold };
    // Each part is the JSON of the DTO that the sheet names.
    const parts = {
      ...this.ofTrades.begin({ ...asked, query }, tradeCount),
      ...this.ofCandles.begin({ ...asked, query }, tradeCount),
      // A `TradeEvidence` and a `SessionSelection`, which the report needs to answer the questions of the evidence.
      tradeEvidence: this.evidence.ofTrades({ ...asked, query: EVIDENCE_THRESHOLDS }),
      selection: this.evidence.ofTries(asked),
    } satisfies Record<string, Promise<TaggedJson>>;
    const [answers, excursions] = await Promise.all([
      Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part] as const)),
      this.excursions.all(asked),
    ]);
    return { json: Object.fromEntries(answers) as Record<keyof typeof parts, TaggedJson>, excursions };
  }
}

/** Returns the bytes of a response in newly allocated memory. */
export const joinedBytes = (body: Bytes): Uint8Array => new Uint8Array(Buffer.concat(body));
