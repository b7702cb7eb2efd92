/** Gives what the source gives, and meanwhile lets it make the next one. */
export async function* readAhead<Value>(source: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (let current = await iterator.next(); !current.done;) {
      const next = iterator.next();
      // A failure is that of whoever asks for the next one.
      next.catch(() => undefined);
      yield current.value;
      current = await next;
    }
  } finally {
    await iterator.return?.();
  }
}
