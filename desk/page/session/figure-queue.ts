import { delay } from '../../api/pauses.js';

/**
 * Maximum number of concurrent requests for figures. The service computes figures in a queue, so requests of other
 * users wait behind the requests of this page.
 */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Sends requests for figures in the order in which they were made. Each request waits until fewer than `AT_ONCE`
 * requests are running.
 */
export async function queued<Value>(signal: AbortSignal, load: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    // If the user leaves the page in the meantime, the request is not sent.
    await delay(0, signal);
    return await load();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
