import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Answer } from './answer.js';
import { holdUnread } from './send-json.js';

/**
 * Maximum memory of a download, bytes: one part that is being sent, one part that waits, and one part that is being
 * generated.
 */
const HELD_BYTES = 8 * 2 ** 20;

/**
 * Maximum number of listeners of a response. Middleware, compression and a pipeline add up to 11 listeners; Node.js
 * warns of a leak from 11 listeners on.
 */
const MAX_LISTENERS = 20;

interface DownloadedFile {
  readonly contentType: string;
  /** Name of the file. The name is put into a header unchanged. */
  readonly name: string;
}

/**
 * Streams a file while it is generated. If generation fails before the first part, the error is thrown and sent as the
 * response; later errors close the connection. Generation stops if the client disconnects or stops reading.
 */
export class Download extends Answer {
  /**
   * @param beforeFirstByte called when the first part is ready, but not for HEAD. If it throws, nothing of the file is
   * sent.
   */
  constructor(
    private readonly parts: AsyncGenerator<Buffer>,
    private readonly file: DownloadedFile,
    private readonly beforeFirstByte?: () => Promise<void>,
  ) {
    super();
  }

  async sendTo(response: Response): Promise<void> {
    const { parts } = this;
    const { contentType, name } = this.file;
    try {
      if (response.destroyed) return;
      response.setMaxListeners(MAX_LISTENERS);
      holdUnread(response, HELD_BYTES);
      const first = await parts.next();
      if (response.destroyed) return;
      const isHead = response.req.method === 'HEAD';
      if (!isHead) await this.beforeFirstByte?.();
      response.setHeader('Content-Type', contentType);
      response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
      if (isHead) response.end();
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

/** Returns whether the client closed the connection or stopped reading. */
const isGone = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
