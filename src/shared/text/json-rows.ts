import { MAX_NUMBER_LENGTH, writeNumber } from './write-number.js';

const COMMA = ','.charCodeAt(0);
const BRACE = '}'.charCodeAt(0);

/** Buffer in which text is written before it is copied. A result then takes no more memory than its text. */
const page = Buffer.allocUnsafeSlow(2 ** 20);

/**
 * Returns the JSON text of a long array of objects: `head`, the rows separated by commas, and `tail`.
 *
 * The text is written directly from the columns. Without an object or a string for each row, writing is several times
 * faster than `JSON.stringify`. (Benchmarks: "GET stats, cold", "GET /candles (2000 bars, cold)".)
 * @param head shorter than 1 MB, like `tail`
 * @param columns finite numbers by field name, in field order
 * @returns UTF-8 in parts of up to 1 MB, each with its own memory
 */
export function jsonWithRows(
  head: string,
  columns: Readonly<Record<string, Float64Array>>,
  count: number,
  tail: string,
): Buffer[] {
  const keys = Object.keys(columns).map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}"${name}":`));
  const values = Object.values(columns);
  const longestRow = keys.reduce((length, key) => length + key.length + MAX_NUMBER_LENGTH, 2);
  const parts: Buffer[] = [];
  let at = page.write(head);
  for (let row = 0; row < count; row += 1) {
    if (at + longestRow > page.length) {
      parts.push(copyOf(page.subarray(0, at)));
      at = 0;
    }
    if (row > 0) page[at++] = COMMA;
    at = writeRow(at, keys, values, row);
  }
  if (at + Buffer.byteLength(tail) > page.length) {
    parts.push(copyOf(page.subarray(0, at)));
    at = 0;
  }
  at += page.write(tail, at);
  parts.push(copyOf(page.subarray(0, at)));
  return parts;
}

function writeRow(
  start: number,
  keys: readonly Buffer[],
  values: readonly Float64Array[],
  row: number,
): number {
  let at = start;
  for (let column = 0; column < keys.length; column += 1) {
    const key = keys[column]!;
    // For such short texts, a loop is faster than `copy`.
    for (let i = 0; i < key.length; i += 1) page[at + i] = key[i]!;
    at = writeNumber(page, at + key.length, values[column]![row]!);
  }
  page[at] = BRACE;
  return at + 1;
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
