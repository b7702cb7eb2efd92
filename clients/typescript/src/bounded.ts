import { unreadable } from './errors.js';
import { received } from './received.js';

/** Size of the largest response, bytes. */
export const MAX_RESPONSE_BYTES = 256_000_000;
/** Size of the largest response with an error status, bytes. */
export const MAX_ERROR_BYTES = 1_000_000;

/** Browsers may give such a response an empty body, but refuse to construct one with a body. */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns a response with the same body. Its reading fails with `UNREADABLE` as soon as the body is too large, with a
 * ConnectionError if the body does not arrive, and with the reason of the signal.
 * @param onEnd called when the body has arrived, or is no longer wanted
 */
export function bounded(
  response: Response,
  maxBytes: number,
  signal?: AbortSignal,
  onEnd?: () => void,
): Response {
  if (response.body === null || NULL_BODY_STATUSES.has(response.status)) {
    onEnd?.();
    return response;
  }
  const reader = response.body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  const end = () => {
    signal?.removeEventListener('abort', stop);
    onEnd?.();
  };
  // In Node.js, garbage collection can remove the link between a signal and the body of a response.
  signal?.addEventListener('abort', stop);
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await received(response.url, signal, () => reader.read());
        signal?.throwIfAborted();
        if (done) {
          end();
          controller.close();
          return;
        }
        bytes += value.length;
        if (bytes > maxBytes) {
          stop();
          throw unreadable(`${response.url} has sent more than ${maxBytes} bytes`, response);
        }
        controller.enqueue(value);
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  // A constructed response has no address.
  return Object.defineProperty(new Response(body, response), 'url', { value: response.url });
}
