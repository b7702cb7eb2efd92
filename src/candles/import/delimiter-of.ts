import { comparedColumn, missingColumns } from './candle-columns.js';

const DELIMITERS = [',', ';', '\t'] as const;

/** Maximum number of lines that are searched. */
const MAX_LINES = 20;

/**
 * Returns the delimiter of a csv: the one with which a line is a header of candles; otherwise the one that divides a
 * line into most cells.
 * @param start the start of the text, UTF-8
 */
export function delimiterOf(start: Buffer): string {
  const lines = start.toString('utf8').split(/[\r\n]+/, MAX_LINES);
  const divided = DELIMITERS.map((delimiter) => ({
    delimiter,
    rows: lines.map((line) => line.split(delimiter)),
  }));
  const ofHeader = divided.find(({ rows }) => rows.some(isHeader));
  const most = divided.reduce((best, other) => (widest(other.rows) > widest(best.rows) ? other : best));
  return (ofHeader ?? most).delimiter;
}

const isHeader = (cells: readonly string[]): boolean =>
  missingColumns(cells.map(comparedColumn)).length === 0;

const widest = (rows: readonly (readonly string[])[]): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0);
