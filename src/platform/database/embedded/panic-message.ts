/** The first bytes of the fields of an error of severity PANIC. These bytes occur nowhere else in the protocol. */
const PANIC = Buffer.from('SPANIC\0VPANIC\0');

/** Returns the message of a PANIC in a part of the backend's output; null if there is no PANIC. */
export function findPanicMessage(data: Uint8Array): string | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const start = bytes.indexOf(PANIC);
  if (start < 0) return null;
  const fields = bytes
    .subarray(start + PANIC.length)
    .toString()
    .split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'PANIC';
}
