/** Bytes in consecutive parts. Large results are never joined into one buffer. */
export type Bytes = readonly Buffer[];

export function lengthOf(bytes: Bytes): number {
  let length = 0;
  for (const part of bytes) length += part.length;
  return length;
}

/** Up to this size in bytes, a copy costs less than a separate part. */
const SMALL = 2 ** 16;

/** Returns the same bytes, joined into one part if they are at most `SMALL`. */
export const joined = (bytes: Bytes): Bytes => (lengthOf(bytes) <= SMALL ? [Buffer.concat(bytes)] : bytes);

/** Returns a JSON object with one more member at its start. */
export function withFirstMember(object: Bytes, name: string, value: unknown): Bytes {
  const [first, ...more] = object;
  const start = Buffer.from(`{${JSON.stringify(name)}:${JSON.stringify(value)},`);
  return joined([start, first!.subarray('{'.length), ...more]);
}
