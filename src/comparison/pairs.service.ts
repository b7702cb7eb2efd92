import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../config/environment.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { StatsCalculator } from '../stats/stats-calculator.js';
import { type Pair, type Sampled, pairOf } from './pairs.js';

/** Maximum number of cached pairs. A pair takes less than 1 KB, but its samples may take many MB. */
const MAX_KEPT = 5_000;

/** Computes pairs of sessions, and caches each pair until the trades of either session change. */
@Injectable()
export class PairsService {
  /** Cached pairs; null if the settings disable the cache of statistics. */
  private readonly kept: LRUCache<string, Pair> | null;

  constructor(
    private readonly sessions: SessionsService,
    private readonly calculator: StatsCalculator,
    { STATS_CACHE_MB }: Environment,
  ) {
    this.kept = STATS_CACHE_MB > 0 ? new LRUCache({ max: MAX_KEPT }) : null;
  }

  /**
   * Compares the first session with each of the other sessions. At most two samples are in memory at a time.
   * @throws Problem BUSY; the reason of the signal
   */
  async compare([first, ...others]: readonly Session[], signal: AbortSignal): Promise<Pair[]> {
    const pairs: Pair[] = [];
    let sampledFirst: Sampled | null = null;
    for (const other of others) {
      const key = pairKey(first!, other);
      let pair = this.kept?.get(key);
      if (!pair) {
        sampledFirst ??= await this.sampled(first!, signal);
        pair = pairOf(sampledFirst, await this.sampled(other, signal));
        this.kept?.set(key, pair);
      }
      pairs.push(pair);
    }
    return pairs;
  }

  private async sampled(session: Session, signal: AbortSignal): Promise<Sampled> {
    const assets = await this.sessions.getAssets(session.workspaceId, session.id);
    return { session, assets, sample: await this.calculator.sample(session, { signal, isUrgent: false }) };
  }
}

const pairKey = (a: Session, b: Session): string =>
  [a.workspaceId, a.id, a.revision, b.id, b.revision].join(' ');
