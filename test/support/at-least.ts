/** The result of work that takes at least so long. A slow machine cannot make this fail, since it only takes longer. */
export async function takesAtLeast<T>(ms: number, work: () => PromiseLike<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  expect(performance.now() - start).toBeGreaterThan(ms);
  return result;
}
