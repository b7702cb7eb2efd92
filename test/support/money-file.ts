import type { MoneyResult } from '../../src/review/trade-files/money/money-result.js';
import type { MoneyFile, MoneyRow } from '../../src/review/trade-files/money/money-rows.js';
import { solveMoney } from '../../src/review/trade-files/money/solve-money.js';

/** Returns what the profits of a file say, without pauses. */
export function solvedMoney(file: MoneyFile): MoneyResult {
  const steps = solveMoney(file);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Symbol, side, quantity, entry price, exit price, profit (empty if there is none), and costs. */
export type MoneyLine = readonly [
  symbol: string,
  side: 'long' | 'short',
  qty: string,
  entryPrice: string,
  exitPrice: string,
  profit: string,
  ...costs: string[],
];

/** Returns a file with a column `profit` of unknown kind and columns of fees, whose lines start at 2. */
export function moneyFile(lines: readonly MoneyLine[], rest: Partial<MoneyFile> = {}): MoneyFile {
  const rows = lines.map(([symbol, side, qty, entryPrice, exitPrice, profit, ...costs], place): MoneyRow => ({
    row: place + 2,
    symbol,
    side,
    qty,
    entryPrice,
    exitPrice,
    profit: profit === '' ? null : profit,
    costs,
  }));
  const count = Math.max(0, ...rows.map(({ costs = [] }) => costs.length));
  return {
    rows,
    profit: { name: 'profit', kind: 'unknown' },
    costColumns: Array.from({ length: count }, () => ({ name: 'fee', kind: 'fee' })),
    accountCurrency: 'USD',
    ...rest,
  };
}
