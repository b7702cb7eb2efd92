import { numberText } from '../../text/write-number.js';
import type { Trade } from '../trade.entity.js';
import { COST_NAMES, EXPORT_COLUMNS, type CostName, type ExportColumn, guarded } from './export-columns.js';

/** A trade in the export: like `Trade`, but with the names of its sent costs, and its tags. */
export interface ExportedTrade extends Pick<Trade, Exclude<ExportColumn, 'givenCosts' | 'tags'>> {
  readonly givenCosts: readonly CostName[];
  readonly tags: readonly string[];
}

export const CSV_HEADER = `${EXPORT_COLUMNS.join(',')}\r\n`;

/**
 * Returns the csv line of a trade, see RFC 4180. Only text cells are guarded, because a negative number is not a
 * formula.
 */
export function csvLine(trade: ExportedTrade): string {
  const cells = EXPORT_COLUMNS.map((column) => {
    if (column === 'tags') return guarded(JSON.stringify(trade.tags));
    if (column === 'givenCosts')
      return COST_NAMES.filter((cost) => trade.givenCosts.includes(cost)).join(' ');
    const value = trade[column];
    if (typeof value === 'number') return numberText(value);
    return column === 'clientId' || column === 'note' ? guarded(String(value)) : (value ?? '');
  });
  return `${cells.map(quoted).join(',')}\r\n`;
}

const quoted = (cell: string): string =>
  /[",;\r\n\t|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Returns one JSON object with `clientId` first, by which an import recognises the file. */
export function ndjsonLine(trade: ExportedTrade): string {
  const fields = EXPORT_COLUMNS.map((column) => {
    const value = trade[column];
    return `"${column}":${typeof value === 'number' ? numberText(value) : JSON.stringify(value)}`;
  });
  return `{${fields.join(',')}}\n`;
}
