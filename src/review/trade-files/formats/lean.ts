import { excerpt } from '../../../shared/text/excerpt.js';
import { amountIn } from '../money/cell-words.js';
import { csvTable } from './csv-table.js';

/** The closed trades of a QuantConnect backtest. The profit `P&L` does not include `Fees`. */
export const lean = csvTable({
  source: 'lean',
  tool: 'LEAN',
  traits: {
    money: {
      profit: { name: 'P&L', kind: 'gross', place: 0 },
      costColumns: [{ name: 'Fees', kind: 'fee' }],
      costSign: 'paid',
    },
    earlier: { profit: 'gross', contracts: true },
    timezone: 'UTC',
  },
  columns: {
    entryTime: 'Entry Time',
    symbol: ['Symbols', 'Symbol'],
    exitTime: 'Exit Time',
    side: 'Direction',
    entryPrice: 'Entry Price',
    exitPrice: 'Exit Price',
    qty: 'Quantity',
    profit: 'P&L',
    feesPaid: 'Fees',
  },
  comparable: (name) => name.trim().toLowerCase(),
  trade({ symbol, qty, ...cells }, problem) {
    const bare = leanSymbol(symbol);
    if (bare === null) problem('symbol', `must be one symbol, not ${excerpt(symbol)}`);
    // Some exports print a negative quantity for a short trade.
    if (bare === null) return null;
    const money = { profits: [amountIn(cells.profit)], costs: [amountIn(cells.feesPaid)] };
    return { ...cells, ...money, symbol: bare, qty: qty.replace(/^-\s*/, '') };
  },
});

/** Returns the symbol of `BTCUSDT`, `[SPY]`, or a ticker followed by LEAN's identifier: `SPY R735QTJ8XC9X`. */
function leanSymbol(text: string): string | null {
  const bare = text.replaceAll(/^[\s["']+|(?<![\s\]"'])[\s\]"']+$/g, '');
  return /[,;]/.test(bare) ? null : bare.split(/\s/)[0]!;
}
