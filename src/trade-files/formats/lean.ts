import { excerpt } from '../../text/excerpt.js';
import { cellAt, requireCells, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../text/csv/csv-rows.js';
import type { FormatTraits, RawTrade, TradeSink } from './raw-trade.js';

const TRAITS: FormatTraits = { source: 'lean', profit: 'gross', contracts: true, timezone: 'UTC' };

const HEADERS = {
  entryTime: 'entry time',
  symbol: 'symbols',
  exitTime: 'exit time',
  side: 'direction',
  entryPrice: 'entry price',
  exitPrice: 'exit price',
  qty: 'quantity',
  profit: 'p&l',
  feesPaid: 'fees',
} as const;
type Column = keyof typeof HEADERS;

/** The closed trades of a QuantConnect backtest: `P&L` is before `Fees`. */
export const lean: CsvFormat = {
  source: 'lean',
  wanted: 'Entry Time, Symbols, Exit Time, Direction, Entry Price, Exit Price, Quantity, P&L, Fees',
  open(header, sink) {
    const names = header.map((name) => name.trim().toLowerCase());
    const columns = Object.fromEntries(
      Object.entries(HEADERS).map(([column, name]) => [column, names.indexOf(name)]),
    ) as Record<Column, number>;
    if (columns.symbol < 0) columns.symbol = names.indexOf('symbol');
    if (Object.values(columns).some((index) => index < 0)) return null;
    return { traits: TRAITS, row: (row) => takeRow(row, columns, sink) };
  },
};

function takeRow(row: CsvRow, columns: Record<Column, number>, sink: TradeSink): void {
  const cells = Object.fromEntries(
    Object.entries(columns).map(([column, index]) => [column, cellAt(row, index)]),
  ) as Record<Column, string | undefined>;
  if (cells.exitTime === undefined && cells.exitPrice === undefined) {
    sink.skip(row.line, 'the trade is open');
    return;
  }
  if (!requireCells(row, cells, sink)) return;
  const symbol = leanSymbol(cells.symbol!);
  if (symbol === null) {
    sink.problem(row.line, 'symbol', `must be one symbol, not ${excerpt(cells.symbol!)}`);
    return;
  }
  const trade = cells as Record<Column, string>;
  // The quantity of a short is negative in some exports.
  sink.trade({ ...trade, row: row.line, symbol, qty: trade.qty.replace(/^-\s*/, '') } satisfies RawTrade);
}

/** `BTCUSDT`, `[SPY]`, or a ticker followed by LEAN's identifier: `SPY R735QTJ8XC9X`. */
function leanSymbol(text: string): string | null {
  const bare = text.replaceAll(/^[\s["']+|(?<![\s\]"'])[\s\]"']+$/g, '');
  return /[,;]/.test(bare) ? null : bare.split(/\s/)[0]!;
}
