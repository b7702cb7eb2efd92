/**
 * Runs work, checks that it takes longer than `ms`, and returns its result. A slow machine cannot make this check fail.
 */
export async function takesAtLeast<T>(ms: number, work: () => PromiseLike<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  expect(performance.now() - start).toBeGreaterThan(ms);
  return result;
}
