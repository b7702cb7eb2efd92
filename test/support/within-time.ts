/**
 * Returns a property for fast-check that starts no further run after a time limit. The current run finishes. With
 * `interruptAfterTimeLimit` the current run would be abandoned: it would continue during the teardown and leave
 * resources open.
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
