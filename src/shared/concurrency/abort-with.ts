/**
 * Aborts a controller when a signal aborts. AbortSignal.any cannot be used: on Node 20 the returned signal can be
 * garbage-collected while something still waits for the signal.
 * @returns a function that removes the link
 */
export function abortWith(controller: AbortController, signal: AbortSignal): () => void {
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}
