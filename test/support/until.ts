import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition is true, however long that takes on this machine: what never comes true ends with the test's time. */
export async function until(isTrue: () => boolean | Promise<boolean>, everyMs = 5): Promise<void> {
  while (!(await isTrue())) await delay(everyMs);
}

/**
 * Waits until a value stays the same while requests are answered, one after the other. On a busy machine these take longer,
 * as does what might still change the value.
 * @param request of the service, over the same database
 * @param rounds so many requests take longer than anything that is still under way
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
