/** A request that waits because the service asked for a pause. */
export interface Pause {
  readonly until: number;
  readonly message: string;
}

const pauses = new Set<Pause>();
const listeners = new Set<() => void>();

/** Returns the pause that ends last, over all waiting requests; null if no request waits. */
export function currentPause(): Pause | null {
  let longest: Pause | null = null;
  for (const pause of pauses) if (!longest || pause.until > longest.until) longest = pause;
  return longest;
}

export function onPauseChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Waits for this time and shows the message while waiting. Rejects as soon as the request is cancelled. */
export async function pauseFor(ms: number, message: string, signal: AbortSignal): Promise<void> {
  const pause = { until: Date.now() + ms, message };
  pauses.add(pause);
  notify();
  try {
    await delay(ms, signal);
  } finally {
    pauses.delete(pause);
    notify();
  }
}

export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The request was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function notify(): void {
  for (const listener of listeners) listener();
}
