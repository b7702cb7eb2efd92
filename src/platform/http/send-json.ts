import type { Response } from 'express';
import { Readable } from 'node:stream';
import { type Bytes, lengthOf } from '../../shared/text/bytes.js';
import { Problem } from '../../shared/problems/problem.js';

/** Maximum memory of all responses that clients have not read yet, bytes. */
const MAX_UNREAD_BYTES = 256 * 2 ** 20;

/** Time without reading after which the client of a large response is disconnected, ms. */
const UNREAD_MS = 30_000;

/**
 * A response of up to this size, bytes, is not counted. At most one response waits per connection, and the kernel
 * buffers most of it.
 */
const SMALL_BYTES = 2 ** 16;

/** Up to this size, bytes, the parts of a response are written at once, which takes one call of the system. */
const AT_ONCE_BYTES = 2 ** 20;

/** Sends responses that are already JSON. Limits the memory of the responses that clients do not read. */
export class JsonSender {
  /**
   * Number of responses in progress that share each part. A cached part may be sent to many clients, but exists only
   * once in memory.
   */
  private readonly uses = new Map<Buffer, number>();
  private bytes = 0;

  constructor(
    private readonly mostBytes: number,
    private readonly timeoutMs: number,
  ) {}

  /** @throws Problem BUSY if clients have too many unread bytes */
  send(response: Response, body: Bytes): void {
    // The client disconnected while its response was computed.
    if (response.destroyed) return;
    const length = lengthOf(body);
    if (length > SMALL_BYTES) this.hold(response, body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', length);
    if (body.length === 1) response.end(body[0]);
    else if (length <= AT_ONCE_BYTES) sendAtOnce(response, body);
    else Readable.from(body, { objectMode: false }).pipe(response);
  }

  /**
   * Counts the memory of a response until its client has read the response.
   * @throws Problem BUSY if clients have too many unread bytes
   */
  holdBytes(response: Response, bytes: number): void {
    this.requireRoom(bytes);
    this.bytes += bytes;
    response.once('close', () => (this.bytes -= bytes));
    this.limitTime(response);
  }

  private hold(response: Response, body: Bytes): void {
    this.requireRoom(lengthOf(body.filter((part) => !this.uses.has(part))));
    for (const part of body) this.addUse(part);
    response.once('close', () => body.forEach((part) => this.removeUse(part)));
    this.limitTime(response);
  }

  private requireRoom(bytes: number): void {
    if (this.bytes + bytes <= this.mostBytes) return;
    throw new Problem('BUSY', 'Too many large answers are waiting for their clients; try again shortly.', {
      retryAfterS: 5,
    });
  }

  private limitTime(response: Response): void {
    // Node counts slow progress as activity, and restores the connection's timeout after the response.
    response.setTimeout(this.timeoutMs);
  }

  private addUse(part: Buffer): void {
    const uses = this.uses.get(part) ?? 0;
    if (uses === 0) this.bytes += part.length;
    this.uses.set(part, uses + 1);
  }

  private removeUse(part: Buffer): void {
    const uses = this.uses.get(part) ?? 1;
    if (uses > 1) {
      this.uses.set(part, uses - 1);
      return;
    }
    this.uses.delete(part);
    this.bytes -= part.length;
  }
}

function sendAtOnce(response: Response, body: Bytes): void {
  response.cork();
  for (const part of body) response.write(part);
  response.end();
}

const sender = new JsonSender(MAX_UNREAD_BYTES, UNREAD_MS);

export const sendJson = (response: Response, body: Bytes): void => sender.send(response, body);

export const holdUnread = (response: Response, bytes: number): void => sender.holdBytes(response, bytes);
