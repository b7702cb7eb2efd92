/** Yields the values of the source, and requests the next one while the current one is in use. */
export async function* readAhead<Value>(source: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (let current = await iterator.next(); !current.done;) {
      const next = iterator.next();
      // A failure is reported when the next value is asked for.
      next.catch(() => undefined);
      yield current.value;
      current = await next;
    }
  } finally {
    await iterator.return?.();
  }
}
