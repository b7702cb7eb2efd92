/**
 * Returns a property for fast-check that checks no further example after a time limit, but finishes the current
 * example. The option `interruptAfterTimeLimit` would abandon the current example, which would then continue during the
 * teardown and leave resources open. The limit is not measured with `Date`, which some tests replace.
 */
export function withinTime<T>(
  limitMs: number,
  check: (value: T) => Promise<void>,
): (value: T) => Promise<void> {
  const end = performance.now() + limitMs;
  return async (value) => {
    if (performance.now() < end) await check(value);
  };
}
