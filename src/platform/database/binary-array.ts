/** Number types of array parameters, with their names in the binary form of the server. */
const KINDS = {
  'double precision': { oid: 701, size: 8 },
  bigint: { oid: 20, size: 8 },
  smallint: { oid: 21, size: 2 },
} as const;

export type NumberKind = keyof typeof KINDS;

const HEADER_LENGTH = 20;
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;

/**
 * Returns an array parameter of numbers in binary form, so that neither side converts numbers to or from text; null
 * becomes NULL. Source: `array_recv` of PostgreSQL: dimensions, whether there are NULLs, type, length and lower bound,
 * then the elements, each after its length. (Benchmark: "ingest, batches of 500".)
 * @param values for the integer kinds, whole numbers within ±2^53
 */
export function binaryArray(values: readonly (number | null)[], kind: NumberKind): Buffer {
  const { oid, size } = KINDS[kind];
  const bytes = Buffer.allocUnsafe(HEADER_LENGTH + values.length * (4 + size));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setInt32(0, 1);
  view.setInt32(4, values.includes(null) ? 1 : 0);
  view.setInt32(8, oid);
  view.setInt32(12, values.length);
  view.setInt32(16, 1);
  let at = HEADER_LENGTH;
  for (const value of values) {
    view.setInt32(at, value === null ? NULL_LENGTH : size);
    at += 4;
    if (value === null) continue;
    if (kind === 'double precision') view.setFloat64(at, value);
    else if (kind === 'smallint') view.setInt16(at, value);
    else {
      const high = Math.floor(value / TWO_TO_32);
      view.setInt32(at, high);
      view.setUint32(at + 4, value - high * TWO_TO_32);
    }
    at += size;
  }
  return bytes.subarray(0, at);
}
