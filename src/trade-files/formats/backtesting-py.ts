import { cellAt, requireCells, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../text/csv/csv-rows.js';
import { LONGEST_TAG, cutText } from './cut-text.js';
import type { FormatTraits, TradeSink } from './raw-trade.js';

/** backtesting.py prints unrounded doubles, so a difference beyond the 8 decimals of our figures is a cost. */
const TRAITS: FormatTraits = { source: 'backtesting.py', profit: 'net', profitDecimals: 8 };

const REQUIRED = ['Size', 'EntryPrice', 'ExitPrice', 'PnL', 'EntryTime', 'ExitTime'] as const;

/** pandas prints a missing value as an empty cell, or as one of these. */
const MISSING = /^(?:nan|nat|none)$/i;

/**
 * The `_trades` of a run, saved by `to_csv`. `SL` is ignored because it may have been trailed, so it is not
 * necessarily the initial stop.
 */
export const backtestingPy: CsvFormat = {
  source: 'backtesting.py',
  wanted: REQUIRED.join(', '),
  open(header, sink) {
    const column = (name: string) => header.findIndex((cell) => cell.trim() === name);
    if (REQUIRED.some((name) => column(name) < 0)) return null;
    const columns = Object.fromEntries(
      [...REQUIRED, 'TP', 'Tag', 'Symbol'].map((name) => [name, column(name)]),
    );
    const row = (row: CsvRow) => {
      const cell = (name: string) => {
        const text = cellAt(row, columns[name]);
        return text !== undefined && MISSING.test(text) ? undefined : text;
      };
      takeRow(row, cell, sink);
    };
    return { traits: TRAITS, row };
  },
};

function takeRow(row: CsvRow, cell: (name: string) => string | undefined, sink: TradeSink): void {
  if (cell('ExitTime') === undefined && cell('ExitPrice') === undefined) {
    sink.skip(row.line, 'the trade is open');
    return;
  }
  const required = {
    qty: cell('Size'),
    entryPrice: cell('EntryPrice'),
    exitPrice: cell('ExitPrice'),
    profit: cell('PnL'),
    entryTime: cell('EntryTime'),
    exitTime: cell('ExitTime'),
  };
  if (!requireCells(row, required, sink)) return;
  const { qty, ...cells } = required as Record<keyof typeof required, string>;
  const tag = cell('Tag');
  const symbol = cell('Symbol');
  sink.trade({
    row: row.line,
    ...cells,
    side: qty.startsWith('-') ? 'short' : 'long',
    qty: qty.replace(/^-/, ''),
    ...(symbol !== undefined && { symbol }),
    takeProfit: cell('TP'),
    ...(tag !== undefined && { tags: [cutText(tag, LONGEST_TAG)] }),
  });
}
