/** Texts of one column in UTF-8, one after the other. Value i starts where value i − 1 ends, and ends at `ends[i]`. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly ends: Float64Array;
}

/** UUIDs of one column, 16 bytes each. */
export interface IdColumn {
  readonly bytes: Uint8Array;
}

/** Number of bytes of a UUID. */
export const ID_BYTES = 16;

const startOf = (ends: TextColumn['ends'], index: number): number => (index === 0 ? 0 : ends[index - 1]!);

/** Returns value `index` of a column. */
export function textAt(column: TextColumn, index: number): string {
  const { buffer, byteOffset, byteLength } = textBytesAt(column, index);
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** Returns value `index` in UTF-8, as a view on the memory of the column. */
export const textBytesAt = ({ bytes, ends }: TextColumn, index: number): Uint8Array =>
  bytes.subarray(startOf(ends, index), ends[index]);

/**
 * Returns a function that compares values a and b of a column byte by byte. In UTF-8 this is the order of code points.
 */
export function textOrder({ bytes, ends }: TextColumn): (a: number, b: number) => number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (a, b) => buffer.compare(buffer, startOf(ends, b), ends[b], startOf(ends, a), ends[a]);
}

/** Returns a function that compares ids a and b of a column. Their texts have the same order. */
export function idOrder({ bytes }: IdColumn): (a: number, b: number) => number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endOf = (index: number) => (index + 1) * ID_BYTES;
  return (a, b) => buffer.compare(buffer, b * ID_BYTES, endOf(b), a * ID_BYTES, endOf(a));
}

/** Returns value `index` of a column as text, in the form of ids in the API. */
export function idAt({ bytes }: IdColumn, index: number): string {
  const at = bytes.byteOffset + index * ID_BYTES;
  const hex = Buffer.from(bytes.buffer, at, ID_BYTES).toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return parts.join('-');
}

/** Returns a copy of the texts at these indexes, in their order. */
export function textsAt({ bytes, ends }: TextColumn, places: Uint32Array): TextColumn {
  const sorted = { bytes: new Uint8Array(bytes.length), ends: new Float64Array(places.length) };
  let end = 0;
  for (const [i, place] of places.entries()) {
    for (let from = startOf(ends, place); from < ends[place]!; from += 1) sorted.bytes[end++] = bytes[from]!;
    sorted.ends[i] = end;
  }
  return sorted;
}

/** Returns a copy of the ids at these indexes, in their order. */
export function idsAt({ bytes }: IdColumn, places: Uint32Array): IdColumn {
  const sorted = new Uint8Array(places.length * ID_BYTES);
  for (const [i, place] of places.entries())
    for (let byte = 0; byte < ID_BYTES; byte += 1)
      sorted[i * ID_BYTES + byte] = bytes[place * ID_BYTES + byte]!;
  return { bytes: sorted };
}
