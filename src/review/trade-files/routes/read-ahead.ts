/**
 * Yields the values of the source. The next values are requested while the current value is in use.
 * @param most maximum number of values that are requested but not yet used
 */
export async function* readAhead<Value>(source: AsyncIterable<Value>, most = 1): AsyncGenerator<Value> {
  const iterator = source[Symbol.asyncIterator]();
  const requested: Promise<IteratorResult<Value>>[] = [];
  const request = () => {
    const next = iterator.next();
    // The failure is reported when the value is used.
    next.catch(() => undefined);
    requested.push(next);
  };
  try {
    request();
    for (;;) {
      const current = await requested.shift()!;
      if (current.done) return;
      while (requested.length < most) request();
      yield current.value;
    }
  } finally {
    await iterator.return?.();
  }
}
