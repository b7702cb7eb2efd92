import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SharedWork } from '../shared/concurrency/shared-work.js';
import { Environment } from '../platform/config/environment.js';
import type { SessionState } from '../sessions/sessions.service.js';
import { StatisticsRuns } from './statistics-runs.js';
import type { Outline } from './worker/compute-statistics.js';

/** Maximum number of cached outlines. An outline takes up to 5 KB. */
const MAX_KEPT = 1_000;

/**
 * Computes and caches outlines of sessions. An outline depends only on the trades of the session, so no candles are
 * loaded.
 */
@Injectable()
export class StatsOutlines {
  /** Cached outlines; null if the settings disable the cache of statistics. */
  private readonly kept: LRUCache<string, Outline> | null;
  private readonly inFlight = new SharedWork<Outline>();

  constructor(
    private readonly runs: StatisticsRuns,
    { STATS_CACHE_MB }: Environment,
  ) {
    this.kept = STATS_CACHE_MB > 0 ? new LRUCache({ max: MAX_KEPT }) : null;
  }

  /** Returns the outline of a session, from the cache or computed in the queue. */
  async get(session: SessionState, breakEvenThreshold: number, signal: AbortSignal): Promise<Outline> {
    const kept = this.kept?.get(outlineKey(session, breakEvenThreshold));
    if (kept) return kept;
    const compute = async (shared: AbortSignal) => {
      const client = { signal: shared, isUrgent: false };
      const { outline } = await this.runs.statistics(session, breakEvenThreshold, client);
      this.keep(session, breakEvenThreshold, outline);
      return outline;
    };
    return this.inFlight.join(outlineKey(session, breakEvenThreshold), compute, signal);
  }

  /** Caches an outline that was computed as part of another response. */
  keep(session: SessionState, breakEvenThreshold: number, outline: Outline): void {
    this.kept?.set(outlineKey(session, breakEvenThreshold), outline);
  }
}

const outlineKey = ({ workspaceId, id, revision }: SessionState, breakEvenThreshold: number): string =>
  `${workspaceId} ${id} ${revision} ${breakEvenThreshold}`;
