import type { Request, Response } from 'express';
import { KEEP_PRIVATE } from './keep-private.js';

/** Maximum number of unread bytes. A client that leaves more bytes unread is disconnected. */
const MAX_UNREAD_EVENT_BYTES = 65_536;

/** Writes server-sent events to a response, which stays open. */
export class EventWriter {
  constructor(private readonly response: Response) {}

  /** Sends the headers. Proxies must not store the stream or change it, and must pass each event on at once. */
  begin(): void {
    const { response } = this;
    const request: Request = response.req;
    request.streamBeganAt = performance.now();
    response.setHeader('Content-Type', 'text/event-stream');
    // `no-transform` also keeps compression off, which would hold events back.
    response.setHeader('Cache-Control', `${KEEP_PRIVATE}, no-transform`);
    response.setHeader('X-Accel-Buffering', 'no');
    // After a stream the connection closes, so a shutdown does not wait for a next request on the connection.
    response.setHeader('Connection', 'close');
    response.flushHeaders();
  }

  /** @param id what the client sends as `Last-Event-ID` when it connects again; undefined to keep the previous id */
  event(name: string, data: object, id?: string): void {
    const ofId = id === undefined ? '' : `id: ${id}\n`;
    this.write(`event: ${name}\n${ofId}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a line that clients ignore, so that no proxy closes a silent connection. */
  comment(): void {
    this.write(':\n\n');
  }

  end(): void {
    this.response.end();
  }

  /** @param closed is called once, when either side has closed the connection */
  onClose(closed: () => void): void {
    this.response.once('close', closed);
  }

  private write(text: string): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > MAX_UNREAD_EVENT_BYTES) response.destroy();
  }
}
