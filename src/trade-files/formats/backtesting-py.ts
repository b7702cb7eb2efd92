import { csvTable } from './csv-table.js';
import { MAX_TAG_LENGTH, cutText } from './cut-text.js';

/**
 * The `_trades` of a run, saved by `to_csv`. `SL` is ignored: it may have been trailed, so it need not be the initial
 * stop.
 */
export const backtestingPy = csvTable({
  source: 'backtesting.py',
  // backtesting.py prints unrounded doubles, so a difference beyond the 8 decimals of our figures is a cost.
  traits: { profit: 'net', profitDecimals: 8 },
  columns: {
    qty: 'Size',
    entryPrice: 'EntryPrice',
    exitPrice: 'ExitPrice',
    profit: 'PnL',
    entryTime: 'EntryTime',
    exitTime: 'ExitTime',
    takeProfit: 'TP',
    tag: 'Tag',
    symbol: 'Symbol',
  },
  optional: ['takeProfit', 'tag', 'symbol'],
  // pandas prints a missing value as an empty cell or as one of these texts.
  empty: /^(?:nan|nat|none)$/i,
  trade: ({ qty, tag, ...cells }) => ({
    ...cells,
    side: qty.startsWith('-') ? 'short' : 'long',
    qty: qty.replace(/^-/, ''),
    ...(tag !== undefined && { tags: [cutText(tag, MAX_TAG_LENGTH)] }),
  }),
});
