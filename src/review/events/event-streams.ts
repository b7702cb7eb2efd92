import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Problem } from '../../shared/problems/problem.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { groupedBy } from './grouped-by.js';
import { WatchedStatesService } from './watched-states.service.js';
import { StreamClock } from './stream-clock.js';
import { StreamCredentials } from './stream-credentials.js';
import type { WatchedStream } from './watched-stream.js';
import { watchedKey } from './watched-sessions.store.js';

export const MAX_STREAMS = 1_000;
export const MAX_STREAMS_PER_WORKSPACE = 100;

/** Interval at which all watched sessions are read, ms. A stream has at most one event per interval. */
const READ_INTERVAL_MS = 1_000;

/** The keys and tokens of all streams are looked up again after this number of intervals. */
const INTERVALS_PER_CHECK = 5;

/** `Retry-After` of a refusal, s. */
const RETRY_AFTER_S = 5;

/**
 * All open streams of this instance. While streams are open, one statement per second reads all their sessions, so no
 * stream holds a database connection.
 */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly logger = new Logger(EventStreams.name);
  private readonly streams = new Set<WatchedStream>();
  private readonly stopping = new AbortController();
  /**
   * Runs work outside the context of the request that opens a stream, because the work does not belong to the workspace
   * and the trace of this request.
   */
  private readonly outsideRequests = AsyncLocalStorage.snapshot();
  private isWatching = false;
  private isReading = false;
  private isChecking = false;
  private hasFailed = false;

  constructor(
    private readonly states: WatchedStatesService,
    private readonly credentials: StreamCredentials,
    private readonly clock: StreamClock,
    metrics: Metrics,
  ) {
    metrics.gauge('event_streams', 'Open event streams of sessions', () => this.streams.size);
  }

  /** Ends all streams, because a shutdown would otherwise wait for the streams. */
  onModuleDestroy(): void {
    this.stopping.abort();
    for (const stream of this.streams) stream.end();
  }

  /** @throws Problem TOO_MANY_STREAMS, BUSY if the workspace must not open a further stream */
  requireRoom(workspaceId: string): void {
    if (this.stopping.signal.aborted)
      throw new Problem('BUSY', 'The service is stopping; try again shortly.', { retryAfterS: 1 });
    if (this.streams.size >= MAX_STREAMS)
      throw tooMany(`This instance of the service has ${MAX_STREAMS} event streams at most`);
    let ofWorkspace = 0;
    for (const { session } of this.streams) if (session.workspaceId === workspaceId) ofWorkspace += 1;
    if (ofWorkspace >= MAX_STREAMS_PER_WORKSPACE)
      throw tooMany(`A workspace may have ${MAX_STREAMS_PER_WORKSPACE} event streams at a time`);
  }

  add(stream: WatchedStream): void {
    this.streams.add(stream);
    if (this.isWatching) return;
    this.isWatching = true;
    void this.outsideRequests(() => this.watch());
  }

  remove(stream: WatchedStream): void {
    this.streams.delete(stream);
  }

  /**
   * Reads the sessions and checks the credentials while there are streams. Waits for neither the read nor the check, so
   * that slow statements do not delay the comments.
   */
  private async watch(): Promise<void> {
    for (let interval = 1; await this.clock.passes(READ_INTERVAL_MS, this.stopping.signal); interval += 1) {
      if (this.streams.size === 0) break;
      const now = this.clock.now();
      for (const stream of this.streams) stream.keepUp(now);
      void this.read();
      if (interval % INTERVALS_PER_CHECK === 0) void this.check();
    }
    this.isWatching = false;
  }

  /** Sends each stream the state of its session if the client does not have it yet. */
  private async read(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      await this.showStates([...this.streams]);
      if (this.hasFailed) this.logger.warn('Sessions can be read for event streams again');
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed)
        this.logger.warn(`Sessions cannot be read for event streams: ${sentenceOf(error)}`);
      this.hasFailed = true;
    } finally {
      this.isReading = false;
    }
  }

  private async showStates(streams: readonly WatchedStream[]): Promise<void> {
    const watching = groupedBy(streams, ({ session }) => watchedKey(session));
    const sessions = streams.map(({ session }) => session);
    const states = await this.states.findAll(sessions, (key, id) =>
      (watching.get(key) ?? []).some((stream) => !stream.hasShown(id)),
    );
    for (const [key, ofSession] of watching) {
      const state = states.get(key);
      for (const stream of ofSession) {
        if (state) stream.show(state);
        else if (state === undefined) stream.showDeleted();
      }
    }
  }

  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    await this.credentials.check([...this.streams]);
    this.isChecking = false;
  }
}

const tooMany = (sentence: string): Problem =>
  new Problem('TOO_MANY_STREAMS', `${sentence}; close one, or read the session from time to time instead.`, {
    retryAfterS: RETRY_AFTER_S,
  });
