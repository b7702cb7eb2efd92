/** Bytes in parts that follow one another; what is large is never put together. */
export type Bytes = readonly Buffer[];

export function lengthOf(bytes: Bytes): number {
  let length = 0;
  for (const part of bytes) length += part.length;
  return length;
}

/** Below this a part costs more than a copy. */
const SMALL = 2 ** 16;

/** The same bytes, in one part when they are few. */
export const joined = (bytes: Bytes): Bytes => (lengthOf(bytes) <= SMALL ? [Buffer.concat(bytes)] : bytes);
