import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until a condition is true, without a timeout. If the condition never becomes true, the test's timeout ends the
 * wait.
 */
export async function until(isTrue: () => boolean | Promise<boolean>, everyMs = 5): Promise<void> {
  while (!(await isTrue())) await delay(everyMs);
}

/**
 * Waits until a value stays the same during a series of requests. On a busy machine these requests take longer, but so
 * does the work that may still change the value.
 * @param request to the service, over the same database
 * @param rounds number of requests that together take longer than any work still in progress
 */
export async function settled<T>(
  value: () => T,
  request: () => PromiseLike<unknown>,
  rounds = 20,
): Promise<T> {
  let last = value();
  for (let round = 0; round < rounds; round += 1) {
    await request();
    await delay(5);
    if (value() === last) continue;
    last = value();
    round = 0;
  }
  return last;
}
