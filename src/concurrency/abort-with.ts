/**
 * Aborts a controller with a signal. AbortSignal.any cannot be used: on Node 20 the signal that it returns can be
 * garbage-collected while something still waits for it.
 * @returns a function that ends the link
 */
export function abortWith(controller: AbortController, signal: AbortSignal): () => void {
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}
