import { guarded, lineOf } from '../../shared/text/csv/csv-cells.js';
import { numberText } from '../../shared/text/write-number.js';
import type { Trade } from '../trade.entity.js';
import { COST_NAMES, EXPORT_COLUMNS, type CostName, type ExportColumn } from './export-columns.js';

/** A trade in the export: a `Trade` with its tags and the names of the costs that were sent. */
export interface ExportedTrade extends Pick<Trade, Exclude<ExportColumn, 'givenCosts' | 'tags'>> {
  readonly givenCosts: readonly CostName[];
  readonly tags: readonly string[];
}

/** Columns with texts of any form. */
const GUARDED: ReadonlySet<ExportColumn> = new Set(['clientId', 'positionId', 'note']);

export const CSV_HEADER = lineOf(EXPORT_COLUMNS);

/**
 * Returns the csv line of a trade (RFC 4180). Only text cells are guarded against formulas, because a number such as -1
 * is not a formula.
 */
export function csvLine(trade: ExportedTrade): string {
  const cells = EXPORT_COLUMNS.map((column) => {
    if (column === 'tags') return guarded(JSON.stringify(trade.tags));
    if (column === 'givenCosts')
      return COST_NAMES.filter((cost) => trade.givenCosts.includes(cost)).join(' ');
    const value = trade[column];
    if (typeof value === 'number') return numberText(value);
    return GUARDED.has(column) ? guarded(value ?? '') : (value ?? '');
  });
  return lineOf(cells);
}

/** Returns one JSON object. `clientId` comes first, because the import recognises the format by this field. */
export function ndjsonLine(trade: ExportedTrade): string {
  const fields = EXPORT_COLUMNS.map((column) => {
    const value = trade[column];
    return `"${column}":${typeof value === 'number' ? numberText(value) : JSON.stringify(value)}`;
  });
  return `{${fields.join(',')}}\n`;
}
