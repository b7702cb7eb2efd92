import { Injectable } from '@nestjs/common';
import { Environment } from '../platform/config/environment.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { Client } from '../platform/http/client.js';
import { type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { VersionCache } from '../shared/concurrency/version-cache.js';
import { type Bytes, joined, lengthOf } from '../shared/text/bytes.js';
import { FINISH_WAIT_MS, IdealRService, READ_WAIT_MS } from './ideal-r/ideal-r.service.js';
import { StatisticsRuns } from './statistics-runs.js';

export interface StatsRequest {
  readonly session: SessionState;
  readonly breakEvenThreshold: number;
  /** The version of the statistics; see `VersionedSessions`. */
  readonly version: string;
  /** True if this request has just finished the session. The request then waits longer for candles. */
  readonly isUrgent: boolean;
  readonly client: Client;
}

export interface ComposedStats {
  /** A `StatsAnswer` as JSON. */
  readonly body: Bytes;
  /** The version of the statistics; null if the body may change without a write. */
  readonly etag: string | null;
  /** The `idealRAnalysis` of the body. It shares the memory of the body. */
  readonly idealR: Buffer;
}

/** The text of the body that follows the ideal-R analysis. */
const END = '}}';

/** Composes and caches the responses that contain the statistics of sessions, including the ideal-R analysis. */
@Injectable()
export class StatsComposer {
  private readonly responses: VersionCache<ComposedStats>;

  constructor(
    private readonly runs: StatisticsRuns,
    private readonly idealR: IdealRService,
    private readonly sessions: SessionsService,
    private readonly environment: Environment,
    private readonly metrics: Metrics,
  ) {
    this.responses = new VersionCache<ComposedStats>(
      environment.STATS_CACHE_MB * 2 ** 20,
      ({ body }) => lengthOf(body),
      { mayKeep: ({ etag }) => etag !== null },
    );
  }

  /**
   * Returns the response from the cache, or composes it. Concurrent requests for the same statistics share the work.
   * @throws Problem SESSION_NOT_FOUND, QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  async get(request: StatsRequest): Promise<ComposedStats> {
    const { version, client } = request;
    const kept = this.responses.find(version);
    const compose = (signal: AbortSignal) => this.compose(request, signal);
    const response = kept ?? (await this.responses.get(version, compose, client.signal));
    this.metrics.statsResponses.inc({ how: kept ? 'kept' : 'computed' });
    return response;
  }

  /**
   * Composes the response.
   * @param signal aborts when all clients that wait for this result have disconnected
   * @throws Problem SESSION_NOT_FOUND, QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  private async compose(request: StatsRequest, signal: AbortSignal): Promise<ComposedStats> {
    const { session, breakEvenThreshold, version, isUrgent } = request;
    const waiting = { signal, isUrgent };
    const { json, counts } = await this.runs.statistics(session, breakEvenThreshold, waiting);
    const { analysis, mayChange } = await this.idealR.analyse(
      session,
      counts,
      breakEvenThreshold,
      isUrgent ? FINISH_WAIT_MS : READ_WAIT_MS,
    );
    // If no trades were found, the session may have been deleted in the meantime, so its existence is checked again.
    if (counts.total === 0 || session.status === 'finished')
      await this.sessions.getState(session.workspaceId, session.id);
    signal.throwIfAborted();
    const last = Buffer.from(JSON.stringify(analysis));
    const body = joined([
      Buffer.from('{"stats":'),
      ...json,
      Buffer.from(',"idealRAnalysis":'),
      last,
      Buffer.from(END),
    ]);
    const idealR = body.includes(last) ? last : body[0]!.subarray(-last.length - END.length, -END.length);
    // Without a venue, only writes change bars, and each write changes the version.
    const isFinal = analysis.state !== 'pending' && !(mayChange && this.environment.VENUE_MODE === 'live');
    return { body, etag: isFinal ? version : null, idealR };
  }
}
