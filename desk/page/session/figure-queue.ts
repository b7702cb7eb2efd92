import { delay } from '../../api/pauses.js';

/**
 * The number of requests for figures that run at the same time. The service computes figures in a queue, and other
 * users wait behind these requests.
 */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Sends requests for figures in the order in which they were made. Each request waits until a place is free. */
export async function queued<Value>(signal: AbortSignal, load: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    // If the user has left the page meanwhile, nothing is requested.
    await delay(0, signal);
    return await load();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
