/**
 * Returns the result of work that must take at least this long. A slow machine cannot cause a failure, because the work
 * only takes longer.
 */
export async function takesAtLeast<T>(ms: number, work: () => PromiseLike<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  expect(performance.now() - start).toBeGreaterThan(ms);
  return result;
}
