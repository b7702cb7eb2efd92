import { Readable, addAbortSignal } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/**
 * The body of an answer, which the signal ends. Passing the signal to `fetch` is not enough: once the head of the answer
 * has come, `fetch` can lose it to garbage collection, and a body that never ends would be read for ever.
 */
export const bodyOf = ({ body }: Response, signal: AbortSignal): AsyncIterable<Uint8Array> | null =>
  body && addAbortSignal(signal, Readable.fromWeb(body as ReadableStream<Uint8Array>));
