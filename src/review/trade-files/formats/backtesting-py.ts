import { csvTable } from './csv-table.js';
import { reasonTags } from './reason-tags.js';

/**
 * The `_trades` of a run, saved by `to_csv`. `SL` may have been trailed, so it need not be the initial stop. `Tag` is the
 * tag of the order that opened the trade.
 */
export const backtestingPy = csvTable({
  source: 'backtesting.py',
  tool: 'backtesting.py',
  traits: { netProfitColumn: 'PnL' },
  columns: {
    qty: 'Size',
    entryPrice: 'EntryPrice',
    exitPrice: 'ExitPrice',
    profit: 'PnL',
    entryTime: 'EntryTime',
    exitTime: 'ExitTime',
    printedStop: 'SL',
    takeProfit: 'TP',
    tag: 'Tag',
    symbol: 'Symbol',
  },
  optional: ['printedStop', 'takeProfit', 'tag', 'symbol'],
  // pandas prints a missing value as an empty cell or as one of these texts.
  empty: /^(?:nan|nat|none)$/i,
  trade: ({ qty, tag, ...cells }) => ({
    ...cells,
    side: qty.startsWith('-') ? 'short' : 'long',
    qty: qty.replace(/^-/, ''),
    tags: reasonTags(tag, undefined),
  }),
});
