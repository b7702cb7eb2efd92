import { ConnectionError } from './errors.js';

/** Turns a failure of the connection into a ConnectionError, and a cancellation into the reason of the signal. */
export async function received<Result>(
  url: string,
  signal: AbortSignal | undefined,
  receive: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  try {
    return await receive();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError(
      `No complete response from ${url}. The service may be unreachable, or may not allow pages of this origin (CORS).`,
      { cause },
    );
  }
}
