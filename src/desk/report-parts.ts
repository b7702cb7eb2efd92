import { Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { type AnalysisRequest, AnalysisService } from '../analysis/routes/analysis.service.js';
import type { BreakdownBy } from '../analysis/breakdown/breakdown.js';
import { type AllExcursions, ExcursionsService } from '../analysis/routes/excursions.service.js';
import { ExitsService } from '../analysis/routes/exits.service.js';
import { TimestampsService } from '../analysis/routes/timestamps.service.js';
import { MonteCarloQuery } from '../analysis/monte-carlo/monte-carlo.dto.js';
import { RiskQuery } from '../analysis/risk/risk.dto.js';
import type { Bytes } from '../text/bytes.js';
import type { TaggedJson } from '../http/tagged-answer.js';
import type { JsonPart } from './report-task.js';

export type ReportRequest = Pick<AnalysisRequest<object>, 'workspaceId' | 'sessionId' | 'client'> & {
  readonly breakEvenThreshold: number;
};

export interface Parts {
  readonly json: Readonly<Record<JsonPart, TaggedJson>>;
  readonly excursions: AllExcursions;
}

/** Computes the analyses that a report shows, with the default settings of the API. */
@Injectable()
export class ReportParts {
  constructor(
    private readonly analysis: AnalysisService,
    private readonly excursions: ExcursionsService,
    private readonly exits: ExitsService,
    private readonly timestamps: TimestampsService,
  ) {}

  /**
   * @param ifNoneMatch `*` to get only the tags, without computing anything
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async all({ breakEvenThreshold, ...request }: ReportRequest, ifNoneMatch: '*' | undefined): Promise<Parts> {
    // Each part listens to the signal. Node.js would warn of a leak if there are more than ten listeners.
    setMaxListeners(0, request.client.signal);
    // The analyses are computed one after the other, so the last analysis waits for all others.
    const client = { signal: request.client.signal, isPatient: true };
    const asked = { ...request, client, ifNoneMatch };
    const query = { breakEvenThreshold };
    const by = (by: BreakdownBy) => this.analysis.breakdown({ ...asked, query: { ...query, by } });
    const [risk, monteCarlo, calendar, bySide, byHour, byWeekday, exits, timestamps, excursions] =
      await Promise.all([
        this.analysis.risk({ ...asked, query: Object.assign(new RiskQuery(), query) }),
        this.analysis.monteCarlo({ ...asked, query: new MonteCarloQuery() }),
        this.analysis.calendar({ ...asked, query }),
        by('side'),
        by('hour'),
        by('weekday'),
        this.exits.get({ ...asked, query: {} }),
        this.timestamps.get({ ...asked, query: {} }),
        this.excursions.all(asked),
      ]);
    const json = { risk, monteCarlo, calendar, bySide, byHour, byWeekday, exits, timestamps };
    return { json, excursions };
  }
}

/** Returns the bytes of a response in newly allocated memory. */
export const joinedBytes = (body: Bytes): Uint8Array => new Uint8Array(Buffer.concat(body));
