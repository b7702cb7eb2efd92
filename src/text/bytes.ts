/** Bytes in consecutive parts; large results are never joined into one buffer. */
export type Bytes = readonly Buffer[];

export function lengthOf(bytes: Bytes): number {
  let length = 0;
  for (const part of bytes) length += part.length;
  return length;
}

/** Below this size, a separate part costs more than a copy. */
const SMALL = 2 ** 16;

/** Returns the same bytes, joined into one part if they are few. */
export const joined = (bytes: Bytes): Bytes => (lengthOf(bytes) <= SMALL ? [Buffer.concat(bytes)] : bytes);

/** Returns a JSON object with one more member at its start. */
export function withFirstMember(object: Bytes, name: string, value: unknown): Bytes {
  const [first, ...more] = object;
  const start = Buffer.from(`{${JSON.stringify(name)}:${JSON.stringify(value)},`);
  return joined([start, first!.subarray('{'.length), ...more]);
}
