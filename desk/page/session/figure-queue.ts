import { delay } from '../../api/pauses.js';

/** Requests for figures that run at once: the service computes them in a queue, and other users wait behind them. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Sends a request for figures when its turn has come, in the order in which they were asked for. */
export async function queued<Value>(signal: AbortSignal, load: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    // Whoever left meanwhile asks for nothing.
    await delay(0, signal);
    return await load();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
