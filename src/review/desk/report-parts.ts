import { Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { type AnalysisRequest, AnalysisService } from '../analysis/routes/analysis.service.js';
import type { BreakdownBy } from '../analysis/breakdown/breakdown.js';
import { type AllExcursions, ExcursionsService } from '../analysis/routes/excursions.service.js';
import { HindsightService } from '../analysis/routes/hindsight.service.js';
import { EquityService } from '../analysis/routes/equity.service.js';
import { FillsService } from '../analysis/routes/fills.service.js';
import { TimingService } from '../analysis/routes/timing.service.js';
import { SessionEvidenceService } from '../evidence/routes/session-evidence.service.js';
import { EVIDENCE_THRESHOLDS } from './sheet/evidence-thresholds.js';
import { EquityQuery } from '../analysis/equity/equity.dto.js';
import { FillsQuery } from '../analysis/fills/fills.dto.js';
import { SizingQuery } from '../analysis/sizing/sizing.dto.js';
import { TimingQuery } from '../analysis/timing/timing.dto.js';
import { ExitsService } from '../analysis/routes/exits.service.js';
import { TimestampsService } from '../analysis/routes/timestamps.service.js';
import { type MonteCarloAnswer, MonteCarloQuery } from '../analysis/monte-carlo/monte-carlo.dto.js';
import { type RiskAnswer, RiskQuery } from '../analysis/risk/risk.dto.js';
import { ConfidenceQuery } from '../analysis/confidence/confidence.dto.js';
import { pathBasis, pathMethod } from './sheet/path-method.js';
import { ROLLING_WINDOWS } from './sheet/rolling-windows.js';
import type { Bytes } from '../../shared/text/bytes.js';
import type { TaggedJson } from '../../platform/http/tagged-answer.js';
import { confidenceEffort, pathEffort, sizingEffort, timingEffort } from './report-effort.js';
import { JSON_PARTS, type JsonPart } from './report-task.js';

export type ReportRequest = Pick<AnalysisRequest<object>, 'workspaceId' | 'sessionId' | 'client'> & {
  readonly breakEvenThreshold: number;
};

export interface Parts {
  readonly json: Readonly<Record<JsonPart, TaggedJson>>;
  readonly excursions: AllExcursions;
}

/** Computes the analyses that a report shows. */
@Injectable()
export class ReportParts {
  constructor(
    private readonly analysis: AnalysisService,
    private readonly excursions: ExcursionsService,
    private readonly equity: EquityService,
    private readonly exits: ExitsService,
    private readonly fills: FillsService,
    private readonly timestamps: TimestampsService,
    private readonly timing: TimingService,
    private readonly hindsight: HindsightService,
    private readonly evidence: SessionEvidenceService,
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
  ): Promise<Parts> {
    // Each part listens to the signal. Node.js would warn of a leak if there are more than ten listeners.
    setMaxListeners(0, request.client.signal);
    // The analyses are computed one after the other, so the last analysis waits for all others.
    const client = { signal: request.client.signal, isPatient: true };
    const asked = { ...request, client, ifNoneMatch };
    const query = { breakEvenThreshold };
    const by = (by: BreakdownBy) => this.analysis.breakdown({ ...asked, query: { ...query, by } });
    const risk = this.risk({ ...asked, ifNoneMatch: undefined }, breakEvenThreshold);
    const parts = {
      risk,
      monteCarlo: risk.then((answer) => this.paths(asked, methodFor(answer), pathEffort(tradeCount))),
      confidence: this.analysis.confidence({
        ...asked,
        query: Object.assign(new ConfidenceQuery(), query, confidenceEffort(tradeCount)),
      }),
      calendar: this.analysis.calendar({ ...asked, query }),
      hindsight: this.hindsight.hindsight({ ...asked, query }),
      bySide: by('side'),
      bySymbol: by('symbol'),
      byTag: by('tag'),
      byDuration: by('duration'),
      byMonth: by('month'),
      byWeekday: by('weekday'),
      byHour: by('hour'),
      costs: this.analysis.costs({ ...asked, query: {} }),
      sizing: this.analysis.sizing({
        ...asked,
        query: Object.assign(new SizingQuery(), sizingEffort(tradeCount)),
      }),
      markedEquity: this.equity.get({ ...asked, query: new EquityQuery() }),
      timing: this.timing.get({
        ...asked,
        query: Object.assign(new TimingQuery(), timingEffort(tradeCount)),
      }),
      fills: this.fills.get({
        ...asked,
        query: Object.assign(new FillsQuery(), { count: MAX_DOUBTED_TRADES }),
      }),
      exits: this.exits.get({ ...asked, query: {} }),
      timestamps: this.timestamps.get({ ...asked, query: {} }),
      tradeEvidence: this.evidence.ofTrades({ ...asked, query: EVIDENCE_THRESHOLDS }),
      selection: this.evidence.ofTries(asked),
    } satisfies Record<JsonPart, Promise<TaggedJson>>;
    const [answers, excursions] = await Promise.all([
      Promise.all(JSON_PARTS.map(async (name) => [name, await parts[name]] as const)),
      this.excursions.all(asked),
    ]);
    return { json: Object.fromEntries(answers) as Parts['json'], excursions };
  }

  /**
   * Returns the paths of the basis that fits the sizes of the trades. The response for a few paths in money names this
   * basis.
   */
  private async paths(
    asked: Omit<AnalysisRequest<object>, 'query'>,
    method: ReturnType<typeof pathMethod>,
    effort: ReturnType<typeof pathEffort>,
  ): Promise<TaggedJson> {
    const pathsOf = (query: Partial<MonteCarloQuery>, request = asked) =>
      this.analysis.monteCarlo({
        ...request,
        query: Object.assign(new MonteCarloQuery(), { method, ...query }),
      });
    const few = { basis: 'money', paths: SUGGESTING_PATHS } as const;
    const { body } = await pathsOf(few, { ...asked, ifNoneMatch: undefined });
    return pathsOf({ basis: pathBasis(parsed(body!) as MonteCarloAnswer), ...effort });
  }

  private risk(
    asked: Omit<AnalysisRequest<object>, 'query'>,
    breakEvenThreshold: number,
  ): Promise<TaggedJson> {
    const query = Object.assign(new RiskQuery(), { breakEvenThreshold, rolling: ROLLING_WINDOWS[0] });
    return this.analysis.risk({ ...asked, query });
  }
}

/** The suggestion of a basis does not depend on the number of paths, so the fewest are enough. */
const SUGGESTING_PATHS = 100;

/** Maximum number of trades with doubtful fills that a report names, counted from the first. */
const MAX_DOUBTED_TRADES = 500;

/** Returns the method of the random paths that fits the results of a session. */
const methodFor = ({ body }: TaggedJson): ReturnType<typeof pathMethod> =>
  pathMethod(parsed(body!) as RiskAnswer);

const parsed = (body: Bytes): unknown => JSON.parse(Buffer.concat(body).toString());

/** Returns the bytes of a response in newly allocated memory. */
export const joinedBytes = (body: Bytes): Uint8Array => new Uint8Array(Buffer.concat(body));
