/**
 * A property for fast-check that starts no further run after a time. Unlike `interruptAfterTimeLimit`, it lets the run
 * under way finish: that option abandons it, and it would go on beside the teardown and start what nobody closes.
 */
export function withinTime<T>(
  limitMs: number,
  check: (value: T) => Promise<void>,
): (value: T) => Promise<void> {
  const end = Date.now() + limitMs;
  return async (value) => {
    if (Date.now() < end) await check(value);
  };
}
