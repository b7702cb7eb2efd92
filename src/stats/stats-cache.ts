import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Bytes, joined, lengthOf } from '../text/bytes.js';
import { SharedWork } from '../concurrency/shared-work.js';
import { Environment } from '../config/environment.js';
import { type TaggedJson, notModified } from '../http/tagged-answer.js';
import type { Client } from '../http/client.js';
import { Metrics } from '../metrics/metrics.js';
import { type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { FINISH_WAIT_MS, IdealRService, READ_WAIT_MS } from './ideal-r/ideal-r.service.js';
import { StatsOutlines } from './stats-outlines.js';
import { StatsQueue } from './stats-queue.js';

export interface StatsRequest {
  readonly session: SessionState;
  readonly breakEvenThreshold: number;
  /** The version of the statistics, see `StatsVersion`. */
  readonly version: string;
  /** Whether this request has just finished the session. Such a request waits longer for candles. */
  readonly isUrgent: boolean;
  readonly client: Client;
}

interface Stats {
  /** A `StatsAnswer` as JSON. */
  readonly body: Bytes;
  /** The version; null if the body may change without a write. */
  readonly etag: string | null;
  /** The `idealRAnalysis` of the body, in the same memory. */
  readonly idealR: Buffer;
}

/** Approximate overhead of an entry in bytes: key, version, entry of the map, the buffer's own object. */
const OVERHEAD_BYTES = 500;

/** Bytes after the ideal-R analysis. */
const END = '}}';

/**
 * Caches the responses with the statistics of sessions. An entry is valid until something on which it depends changes.
 */
@Injectable()
export class StatsCache {
  /** The newest version of each session and threshold. */
  private readonly answers: LRUCache<string, Stats> | null;
  private readonly underWay = new SharedWork<Stats>();

  constructor(
    private readonly queue: StatsQueue,
    private readonly outlines: StatsOutlines,
    private readonly idealR: IdealRService,
    private readonly sessions: SessionsService,
    private readonly environment: Environment,
    private readonly metrics: Metrics,
  ) {
    const maxSize = environment.STATS_CACHE_MB * 2 ** 20;
    const sizeCalculation = ({ body }: Stats) => lengthOf(body) + OVERHEAD_BYTES;
    this.answers = maxSize > 0 ? new LRUCache({ maxSize, sizeCalculation }) : null;
  }

  /** Returns the response for a client that already has the version. */
  notModified(version: string): TaggedJson {
    this.metrics.statsResponses.inc({ how: 'not-modified' });
    return notModified(version);
  }

  /** Returns the response, cached or computed. Concurrent requests for the same statistics share the work. */
  async get(request: StatsRequest): Promise<Stats> {
    const { session, breakEvenThreshold, version, client } = request;
    const key = `${session.workspaceId} ${session.id} ${breakEvenThreshold}`;
    const kept = this.answers?.get(key);
    if (kept?.etag === version) {
      this.metrics.statsResponses.inc({ how: 'kept' });
      return kept;
    }
    const computed = await this.underWay.join(
      `${key} ${version}`,
      (signal) => this.compute(request, signal),
      client.signal,
    );
    this.metrics.statsResponses.inc({ how: 'computed' });
    if (computed.etag !== null) this.answers?.set(key, computed);
    return computed;
  }

  /** @param signal aborts when all clients that wait for this result have disconnected */
  private async compute(request: StatsRequest, signal: AbortSignal): Promise<Stats> {
    const { session, breakEvenThreshold, version, isUrgent } = request;
    const waiting = { signal, isUrgent };
    const { json, counts, outline } = await this.queue.compute(session, breakEvenThreshold, waiting);
    this.outlines.keep(session, breakEvenThreshold, outline);
    const { analysis, mayChange } = await this.idealR.analyse(
      session,
      counts,
      breakEvenThreshold,
      isUrgent ? FINISH_WAIT_MS : READ_WAIT_MS,
    );
    // If trades were found, their session existed. If none were found, the session may have been deleted meanwhile, so
    // check again.
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
    // Without a venue, bars change only by writes, and each write changes the version.
    const isFinal = analysis.state !== 'pending' && !(mayChange && this.environment.VENUE_MODE === 'live');
    return { body, etag: isFinal ? version : null, idealR };
  }
}
