import { crc32 } from 'node:zlib';

/**
 * Passes on the unpacked chunks of a zip entry and checks their checksum at the end, because yauzl does not check it.
 * @param damaged creates the error for a wrong checksum
 */
export async function* checkedChecksum(
  chunks: AsyncIterable<Buffer>,
  expected: number,
  damaged: () => Error,
): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== expected) throw damaged();
}
