import { FEEDS } from '../../../market/feeds.js';
import { COST_NAMES, EXPORT_COLUMNS, unguarded } from '../../export/export-columns.js';
import { cellAt, requireCells, type CsvFormat } from '../csv-format.js';
import type { CsvRow } from '../../../common/csv/csv-rows.js';
import type { FormatTraits, RawTrade, TradeSink } from '../raw-trade.js';

const TRAITS: FormatTraits = { source: 'csv', plain: true, selfContained: true };
const COLUMN = Object.fromEntries(EXPORT_COLUMNS.map((name, index) => [name, index])) as Record<
  (typeof EXPORT_COLUMNS)[number],
  number
>;

/** What this service exports, known by exactly its header: text cells lose the apostrophe that guards them. */
export const exportedCsv: CsvFormat = {
  source: 'csv',
  wanted: EXPORT_COLUMNS.join(', '),
  open(header, sink) {
    const isOurs =
      header.length === EXPORT_COLUMNS.length && EXPORT_COLUMNS.every((name, i) => header[i] === name);
    return isOurs ? { traits: TRAITS, row: (row) => takeRow(row, sink) } : null;
  },
};

function takeRow(row: CsvRow, sink: TradeSink): void {
  const text = (column: number) => unguarded(row.cells[column] ?? '');
  const required = {
    clientId: text(COLUMN.clientId) || undefined,
    symbol: cellAt(row, COLUMN.symbol),
    side: cellAt(row, COLUMN.side),
    qty: cellAt(row, COLUMN.qty),
    entryPrice: cellAt(row, COLUMN.entryPrice),
    entryTime: cellAt(row, COLUMN.entryTime),
    exitPrice: cellAt(row, COLUMN.exitPrice),
    exitTime: cellAt(row, COLUMN.exitTime),
  };
  const feed = cellAt(row, COLUMN.feed);
  const tags = tagsOf(text(COLUMN.tags));
  const given = cellAt(row, COLUMN.givenCosts)?.split(' ') ?? [];
  const costs = COST_NAMES.filter((name) => given.includes(name)).map((name) => [
    name,
    cellAt(row, COLUMN[name]),
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
    stopLoss: cellAt(row, COLUMN.stopLoss),
    takeProfit: cellAt(row, COLUMN.takeProfit),
    ...Object.fromEntries(costs),
    note: text(COLUMN.note),
    tags: tags ?? [],
  } as RawTrade);
}

function tagsOf(text: string): string[] | null {
  if (text === '') return [];
  try {
    const tags: unknown = JSON.parse(text);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : null;
  } catch {
    return null;
  }
}
