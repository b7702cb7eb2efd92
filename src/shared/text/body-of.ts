import { Readable, addAbortSignal } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/**
 * Returns the body of a response. The body ends with an error if the signal aborts.
 *
 * Passing the signal to `fetch` is not enough. After the head of the response has arrived, garbage collection can
 * remove the link to the signal, and an endless body would be read forever.
 */
export const bodyOf = ({ body }: Response, signal: AbortSignal): AsyncIterable<Uint8Array> | null =>
  body && addAbortSignal(signal, Readable.fromWeb(body as ReadableStream<Uint8Array>));
