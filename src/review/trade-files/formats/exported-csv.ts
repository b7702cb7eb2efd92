import { FEEDS } from '../../../shared/market/feeds.js';
import { unguarded } from '../../../shared/text/csv/csv-cells.js';
import {
  COST_NAMES,
  EXPORT_COLUMNS,
  LATER_COLUMNS,
  type ExportColumn,
} from '../../../trades/export/export-columns.js';
import { cellAt, requireCells, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import type { FormatTraits, RawTrade, TradeSink } from './raw-trade.js';
import { TradeFileError } from '../files/trade-file-error.js';

const TRAITS: FormatTraits = { plain: true, selfContained: true };
/** Columns of every export. */
const REQUIRED = EXPORT_COLUMNS.filter((name) => !LATER_COLUMNS.includes(name));
/** Index of each column; −1 for a column that the file does not have. */
type Columns = Readonly<Record<ExportColumn, number>>;

/**
 * The csv export of this service. The format is recognised by the names of its columns, in any order, with or without
 * the columns that came later. The apostrophe that guards text cells is removed.
 */
export const exportedCsv: CsvFormat<'csv'> = {
  source: 'csv',
  tool: null,
  fit(header) {
    const names = new Set(header.map((name) => name.trim()));
    return {
      found: REQUIRED.filter((name) => names.has(name)),
      missing: REQUIRED.filter((name) => !names.has(name)).map((name) => [name]),
    };
  },
  open(header, sink) {
    const names = header.map((name) => name.trim());
    if (!names.includes('givenCosts')) return null;
    checkColumns(names);
    const columns = Object.fromEntries(EXPORT_COLUMNS.map((name) => [name, names.indexOf(name)])) as Columns;
    const width = names.length;
    return { traits: TRAITS, row: (row) => hasWidth(row, width, sink) && takeRow(row, columns, sink) };
  },
};

/**
 * Refuses an export with missing or additional columns. An export of this kind must not be read as the csv of another
 * program, because all costs would count as sent, and texts would keep their guard.
 */
function checkColumns(names: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !names.includes(name));
  const later = LATER_COLUMNS.filter((name) => names.includes(name));
  if (missing.length === 0 && names.length === REQUIRED.length + later.length) return;
  const found = missing.length > 0 ? `lacks ${missing.join(', ')}` : 'has others too';
  throw new TradeFileError(
    'file',
    `has the column givenCosts of our export, but ${found}: leave the columns of an export as they are, or remove givenCosts`,
  );
}

function takeRow(row: CsvRow, columns: Columns, sink: TradeSink): void {
  const text = (column: number) => unguarded(row.cells[column] ?? '');
  const required = {
    clientId: text(columns.clientId) || undefined,
    symbol: cellAt(row, columns.symbol),
    side: cellAt(row, columns.side),
    qty: cellAt(row, columns.qty),
    entryPrice: cellAt(row, columns.entryPrice),
    entryTime: cellAt(row, columns.entryTime),
    exitPrice: cellAt(row, columns.exitPrice),
    exitTime: cellAt(row, columns.exitTime),
  };
  const feed = cellAt(row, columns.feed);
  const tags = tagsOf(text(columns.tags));
  const given = cellAt(row, columns.givenCosts)?.split(' ') ?? [];
  const costs = COST_NAMES.filter((name) => given.includes(name)).map((name) => [
    name,
    cellAt(row, columns[name]),
  ]);
  const problems = [
    feed !== undefined &&
      !FEEDS.some((name) => name === feed) && ['feed', `must be one of ${FEEDS.join(', ')}`],
    tags === null && ['tags', 'must be a JSON array of strings'],
    given.length > costs.length && ['givenCosts', `must consist of ${COST_NAMES.join(', ')}`],
    ...costs.map(([name, cost]) => cost === undefined && [name, 'is empty, although givenCosts names it']),
  ].filter((problem) => problem !== false) as [string, string][];
  for (const [field, message] of problems) sink.problem(row.line, field, message);
  if (!requireCells(row, required, sink) || problems.length > 0) return;
  sink.trade({
    row: row.line,
    ...(required as Record<keyof typeof required, string>),
    ...(feed !== undefined && { feed: feed as RawTrade['feed'] }),
    stopLoss: cellAt(row, columns.stopLoss),
    takeProfit: cellAt(row, columns.takeProfit),
    pointValue: cellAt(row, columns.pointValue),
    positionId: text(columns.positionId) || undefined,
    ...Object.fromEntries(costs),
    note: text(columns.note),
    tags: tags!,
  } as RawTrade);
}

/**
 * Returns whether a row has all cells. An export writes every cell, so the cells of a row that has been cut or shifted
 * have a different meaning.
 */
function hasWidth({ cells, line }: CsvRow, width: number, sink: TradeSink): boolean {
  if (cells.length === width) return true;
  sink.problem(line, 'cells', `are ${cells.length}, but this export has ${width}`);
  return false;
}

/**
 * Returns the tags; null if the text is not a JSON array. An export writes `[]` if there are no tags, so a row with an
 * empty text has been cut.
 */
function tagsOf(text: string): string[] | null {
  try {
    const tags: unknown = JSON.parse(text);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : null;
  } catch {
    return null;
  }
}
