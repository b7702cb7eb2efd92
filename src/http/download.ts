import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Answer } from './answer.js';
import { holdUnread } from './send-json.js';

/** What a download holds in memory at most: a part that is sent, one that waits, and one that is made. */
const HELD_BYTES = 8 * 2 ** 20;

interface DownloadedFile {
  readonly contentType: string;
  /** Of the file. It is put into a header as it is. */
  readonly name: string;
}

/**
 * A file whose parts are made while the client reads it. An error before the first part is thrown, and so answered; a
 * later one cuts the connection. When the client leaves, or reads nothing for a while, no further part is made.
 */
export class Download extends Answer {
  constructor(
    private readonly parts: AsyncGenerator<Buffer>,
    private readonly file: DownloadedFile,
  ) {
    super();
  }

  async sendTo(response: Response): Promise<void> {
    const { parts } = this;
    const { contentType, name } = this.file;
    try {
      if (response.destroyed) return;
      holdUnread(response, HELD_BYTES);
      const first = await parts.next();
      if (response.destroyed) return;
      response.setHeader('Content-Type', contentType);
      response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
      if (response.req.method === 'HEAD') response.end();
      else await pipeline(Readable.from(withFirst(first, parts), { highWaterMark: 1 }), response);
    } catch (error) {
      if (!isGone(error)) throw error;
    } finally {
      await parts.return(undefined);
    }
  }
}

async function* withFirst(
  first: IteratorResult<Buffer, unknown>,
  others: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

/** The client closed the connection, or did not read. */
const isGone = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
