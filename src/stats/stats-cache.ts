import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SharedWork } from '../shared/concurrency/shared-work.js';
import { Environment } from '../platform/config/environment.js';
import { type TaggedJson, notModified } from '../platform/http/tagged-answer.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { lengthOf } from '../shared/text/bytes.js';
import type { ComposedStats, StatsRequest } from './stats-composer.js';

/**
 * Approximate overhead of a cache entry in bytes: the key, the version, the entry of the map, and the object of the
 * buffer.
 */
const OVERHEAD_BYTES = 500;

/**
 * Caches the responses that contain the statistics of sessions. An entry is valid until the data on which its
 * statistics depend changes.
 */
@Injectable()
export class StatsCache {
  /** The newest response for each combination of a session and a threshold. */
  private readonly answers: LRUCache<string, ComposedStats> | null;
  private readonly inFlight = new SharedWork<ComposedStats>();

  constructor(
    { STATS_CACHE_MB }: Environment,
    private readonly metrics: Metrics,
  ) {
    const maxSize = STATS_CACHE_MB * 2 ** 20;
    const sizeCalculation = ({ body }: ComposedStats) => lengthOf(body) + OVERHEAD_BYTES;
    this.answers = maxSize > 0 ? new LRUCache({ maxSize, sizeCalculation }) : null;
  }

  /** Returns the 304 response for a client that already has this version. */
  notModified(version: string): TaggedJson {
    this.metrics.statsResponses.inc({ how: 'not-modified' });
    return notModified(version);
  }

  /**
   * Returns the response from the cache, or composes it. Concurrent requests for the same statistics share the work.
   * @throws what `compose` throws
   */
  async get(
    { session, breakEvenThreshold, version, client }: StatsRequest,
    compose: (signal: AbortSignal) => Promise<ComposedStats>,
  ): Promise<ComposedStats> {
    const key = `${session.workspaceId} ${session.id} ${breakEvenThreshold}`;
    const kept = this.answers?.get(key);
    if (kept?.etag === version) {
      this.metrics.statsResponses.inc({ how: 'kept' });
      return kept;
    }
    const composed = await this.inFlight.join(`${key} ${version}`, compose, client.signal);
    this.metrics.statsResponses.inc({ how: 'computed' });
    if (composed.etag !== null) this.answers?.set(key, composed);
    return composed;
  }
}
