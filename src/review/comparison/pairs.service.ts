import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../platform/config/environment.js';
import type { Session } from '../../sessions/session.entity.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { StatisticsRuns } from '../../stats/statistics-runs.js';
import { type Pair, type PairsScope, type Sampled, pairOf } from './pairs.js';

/**
 * Maximum number of cached pairs. A pair takes less than 1 KB. (Samples are not cached between requests, because a
 * sample may take many MB.)
 */
const MAX_KEPT = 5_000;

/**
 * Maximum size of the samples that a request for all pairs keeps in memory, bytes. A sample that does not fit is
 * computed again each time it is needed.
 */
const MAX_SAMPLE_BYTES = 32 * 2 ** 20;

/** Compares pairs of sessions, and caches each result until the trades of either session change. */
@Injectable()
export class PairsService {
  /** Cached pairs; null if the settings disable the cache of statistics. */
  private readonly kept: LRUCache<string, Pair> | null;

  constructor(
    private readonly sessions: SessionsService,
    private readonly runs: StatisticsRuns,
    { STATS_CACHE_MB }: Environment,
  ) {
    this.kept = STATS_CACHE_MB > 0 ? new LRUCache({ max: MAX_KEPT }) : null;
  }

  /**
   * Compares the first session with each other session. For the scope `all`, compares each session with each later
   * session.
   * @throws Problem BUSY; the reason of the signal
   */
  async compare(sessions: readonly Session[], scope: PairsScope, signal: AbortSignal): Promise<Pair[]> {
    if (scope === 'first') return this.ofFirst(sessions, (session) => this.sampled(session, signal));
    const samples = new LRUCache<string, Sampled>({ maxSize: MAX_SAMPLE_BYTES, sizeCalculation: bytesOf });
    const sampledOnce = async (session: Session) => {
      const sample = samples.get(session.id) ?? (await this.sampled(session, signal));
      samples.set(session.id, sample);
      return sample;
    };
    const pairs: Pair[] = [];
    for (const place of sessions.keys())
      pairs.push(...(await this.ofFirst(sessions.slice(place), sampledOnce)));
    return pairs;
  }

  /**
   * Compares the first session with each other session. The sample of the first session stays in memory until the end.
   */
  private async ofFirst(
    [first, ...others]: readonly Session[],
    sampled: (session: Session) => Promise<Sampled>,
  ): Promise<Pair[]> {
    const pairs: Pair[] = [];
    let sampledFirst: Sampled | null = null;
    for (const other of others) {
      const key = pairKey(first!, other);
      let pair = this.kept?.get(key);
      if (!pair) {
        sampledFirst ??= await sampled(first!);
        pair = pairOf(sampledFirst, await sampled(other));
        this.kept?.set(key, pair);
      }
      pairs.push(pair);
    }
    return pairs;
  }

  private async sampled(session: Session, signal: AbortSignal): Promise<Sampled> {
    const assets = await this.sessions.getAssets(session.workspaceId, session.id);
    return { session, assets, sample: await this.runs.sample(session, { signal, isUrgent: false }) };
  }
}

/** Returns the approximate size of a sample in bytes: two times for each span, and about 1 KB for everything else. */
const bytesOf = ({ sample }: Sampled): number =>
  [...sample.markets.values()].reduce((sum, { starts }) => sum + 16 * starts.length, 1024);

const pairKey = (a: Session, b: Session): string =>
  [a.workspaceId, a.id, a.revision, b.id, b.revision].join(' ');
