import { Injectable } from '@nestjs/common';
import { CandlesService } from '../candles/candles.service.js';
import { Environment } from '../platform/config/environment.js';
import { entityTag } from '../platform/http/tagged-answer.js';
import { isReplay } from '../sessions/is-replay.js';
import { type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { closesAtTimes } from '../shared/market/calendars.js';
import { SharedReads } from '../shared/concurrency/shared-reads.js';
import { CALCULATION_VERSION } from '../shared/figures/calculator/calculate-statistics.js';

/**
 * Version of the ideal-R analysis of sessions with a market that closes at times. The analysis of other sessions has
 * the version of the statistics.
 */
const CLOSED_MARKETS_VERSION = 1;

export interface VersionedSession {
  readonly session: SessionState;
  /** The version of the session's statistics; see `VersionedSessions`. */
  readonly version: string;
}

/**
 * Reads sessions together with the version of their statistics. A version identifies everything on which the statistics
 * of a session depend, so equal versions mean equal statistics. Every request for statistics begins with this read.
 * Concurrent requests for the same session share one read. Nothing is cached, because any instance of the service may
 * delete a session, even a finished session (benchmarks "GET stats, repeated" and "GET stats, 304", both also for
 * finished sessions).
 */
@Injectable()
export class VersionedSessions {
  private readonly reads = new SharedReads<VersionedSession>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly environment: Environment,
    private readonly candles: CandlesService,
  ) {}

  /**
   * Returns a session and the version of its statistics.
   * @throws Problem SESSION_NOT_FOUND
   */
  get(workspaceId: string, sessionId: string, breakEvenThreshold: number): Promise<VersionedSession> {
    return this.reads.get(`${workspaceId} ${sessionId} ${breakEvenThreshold}`, async () => {
      const session = await this.sessions.getState(workspaceId, sessionId);
      return { session, version: await this.versionOf(session, breakEvenThreshold) };
    });
  }

  /**
   * Returns the version of the statistics of a session that was read earlier, as an ETag. The version depends on the
   * trades (by the revision), the formulas and the threshold. Unless the ideal-R analysis is deferred, it also depends
   * on the settings and candles of this analysis.
   */
  async versionOf(session: SessionState, breakEvenThreshold: number): Promise<string> {
    const { IDEAL_R_HORIZON_MS, IDEAL_R_THRESHOLD } = this.environment;
    const candles = isReplay(session) ? '' : await this.candlesOf(session);
    const { workspaceId, id, revision, status } = session;
    return entityTag([
      // The workspace is part of the version, because a session keeps its id when it is imported into another
      // workspace.
      workspaceId,
      id,
      revision,
      status,
      breakEvenThreshold,
      CALCULATION_VERSION,
      IDEAL_R_HORIZON_MS,
      IDEAL_R_THRESHOLD,
      candles,
    ]);
  }

  private async candlesOf({ workspaceId, id }: SessionState): Promise<string> {
    const assets = await this.sessions.getAssets(workspaceId, id);
    const revision = await this.candles.minutesRevision(assets);
    return assets.some(({ calendarCode }) => closesAtTimes(calendarCode))
      ? `${revision} closed ${CLOSED_MARKETS_VERSION}`
      : revision;
  }
}
