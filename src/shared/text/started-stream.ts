export interface StartedStream {
  readonly start: Buffer;
  readonly chunks: AsyncIterable<Buffer>;
  /** Ends the source. Call this function if you do not read the chunks. */
  readonly close: () => Promise<void>;
}

/**
 * Reads the start of a stream without removing it from the stream.
 * @returns at least the given number of bytes (or all bytes of a shorter stream), and all chunks of the stream
 */
export async function startedStream(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<StartedStream> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let length = 0;
  let ended = false;
  while (length < bytes && !ended) {
    const next = await iterator.next();
    ended = next.done === true;
    if (next.done) break;
    const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    read.push(chunk);
    length += chunk.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield* read;
      for (
        let next = ended ? undefined : await iterator.next();
        next && !next.done;
        next = await iterator.next()
      )
        yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    } finally {
      await iterator.return?.();
    }
  }
  return { start: Buffer.concat(read), chunks: all(), close: async () => void (await iterator.return?.()) };
}
