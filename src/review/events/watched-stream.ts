import type { Request } from 'express';
import type { EventWriter } from '../../platform/http/event-writer.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import type { WatchedState } from './watched-states.service.js';

/** Interval of comments, ms. Proxies close connections that are silent for a minute. */
const COMMENT_INTERVAL_MS = 15_000;

/** Maximum duration of a stream, ms. Streams end so that clients spread over the instances again. */
const MAX_STREAM_MS = 30 * 60_000;

/** The stream of a client that watches a session. */
export class WatchedStream {
  private shownId: string | undefined;
  private commentAt: number;
  private readonly endAt: number;

  /**
   * @param request has the key or the token of the client, and the id of the last event that the client has seen
   * @param now time of a monotonic clock, ms
   */
  constructor(
    readonly session: SessionKey,
    readonly request: Request,
    private readonly writer: EventWriter,
    now: number,
  ) {
    const { 'last-event-id': lastId } = request.headers;
    this.shownId = typeof lastId === 'string' ? lastId : undefined;
    this.commentAt = now + COMMENT_INTERVAL_MS;
    this.endAt = now + MAX_STREAM_MS;
  }

  /** Returns whether the client already has the state with this id. */
  hasShown(id: string): boolean {
    return this.shownId === id;
  }

  show({ id, data }: WatchedState): void {
    if (this.hasShown(id)) return;
    this.shownId = id;
    this.writer.event('session', data, id);
  }

  /** Sends the event that the session was deleted. */
  showDeleted(): void {
    this.writer.event('deleted', {});
    this.end();
  }

  /** Sends a comment, or ends the stream, if either is due. */
  keepUp(now: number): void {
    if (now >= this.endAt) this.end();
    else if (now >= this.commentAt) {
      this.writer.comment();
      this.commentAt = now + COMMENT_INTERVAL_MS;
    }
  }

  end(): void {
    this.writer.end();
  }
}
