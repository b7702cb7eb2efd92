import { type ExactDecimal, decimalOf, plus, times } from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE, ZERO } from '../../../shared/decimal/exact-sum.js';
import { unitColumn } from '../../../shared/decimal/unit-column.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { Instants } from './instants.js';

type Trades = Pick<AnalysedTrades, 'quantity' | 'entryPrice' | 'plNet'>;

/** Indexes of rows of `Instants`; −1 if there is no such row. */
export interface GreatestNotional {
  /** The row with the greatest notional. */
  readonly row: number;
  /** The row with the greatest ratio of the notional to a realised balance above 0. */
  readonly rowToBalance: number;
}

/**
 * Returns the rows in which the open trades have the greatest notional, Σ quantity · entryPrice. Notionals are added as
 * doubles, with compensation for rounding errors. `openNotional` returns the exact notional of a row.
 */
export function greatestNotional(
  { quantity, entryPrice, plNet }: Trades,
  byEntry: Uint32Array,
  instants: Instants,
  initialBalance: number,
): GreatestNotional {
  const netUnits = unitColumn(plNet);
  let balance = Math.round(initialBalance * UNITS_PER_ONE);
  let [begun, ended, sum, lost] = [0, 0, 0, 0];
  let [row, rowToBalance, greatest, greatestToBalance] = [-1, -1, 0, 0];
  for (let i = 0; i < instants.count; i++) {
    while (begun < instants.begun[i]! || ended < instants.ended[i]!) {
      const begins = begun < instants.begun[i]!;
      const trade = begins ? byEntry[begun++]! : ended++;
      const change = quantity[trade]! * entryPrice[trade]! * (begins ? 1 : -1);
      if (!begins) balance += netUnits[trade]!;
      const next = sum + change;
      const added = next - sum;
      lost += sum - (next - added) + (change - added);
      sum = next;
    }
    const notional = sum + lost;
    if (notional > greatest) [row, greatest] = [i, notional];
    if (balance > 0 && notional / balance > greatestToBalance)
      [rowToBalance, greatestToBalance] = [i, notional / balance];
  }
  return { row, rowToBalance };
}

/** Returns the exact Σ quantity · entryPrice of the trades that are open in a row: they have opened but not closed. */
export function openNotional(
  { quantity, entryPrice }: Trades,
  byEntry: Uint32Array,
  { begun, ended }: Instants,
  row: number,
): ExactDecimal {
  return byEntry
    .subarray(0, begun[row])
    .filter((trade) => trade >= ended[row]!)
    .reduce<ExactDecimal>(
      (sum, trade) => plus(sum, times(decimalOf(quantity[trade]!), decimalOf(entryPrice[trade]!))),
      ZERO,
    );
}
