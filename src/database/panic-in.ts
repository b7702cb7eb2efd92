/** How the fields of an error message begin whose severity is PANIC: nothing else on the wire reads like this. */
const PANIC = Buffer.from('SPANIC\0VPANIC\0');

/** PostgreSQL's sentence about the panic in this piece of its answer, null when there is none. */
export function panicIn(data: Uint8Array): string | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const start = bytes.indexOf(PANIC);
  if (start < 0) return null;
  const fields = bytes
    .subarray(start + PANIC.length)
    .toString()
    .split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'PANIC';
}
