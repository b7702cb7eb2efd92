import { decimalOf, plus, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { MAX_UNITS, UNITS_PER_ONE, unitsIn } from '../../../shared/decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';

type Results = Pick<AnalysedTrades, 'count' | 'plNet'>;

/**
 * Returns the realised balance before the first trade and after each trade, in trade order. Each balance is the double
 * nearest to the exact sum.
 */
export const realisedBalances = (trades: Results, initialBalance: number): Float64Array =>
  balancesInUnits(trades, initialBalance) ?? balancesInDecimals(trades, initialBalance);

/** Returns the balances, added in units of 1e-8; null if a sum cannot be counted exactly in units. */
function balancesInUnits({ count, plNet }: Results, initialBalance: number): Float64Array | null {
  let units = unitsIn(initialBalance);
  if (units / UNITS_PER_ONE !== initialBalance || units > MAX_UNITS) return null;
  const balances = new Float64Array(count + 1);
  balances[0] = initialBalance;
  for (let i = 0; i < count; i++) {
    const change = unitsIn(plNet[i]!);
    units += change;
    if (change / UNITS_PER_ONE !== plNet[i] || Math.abs(units) > MAX_UNITS) return null;
    balances[i + 1] = units / UNITS_PER_ONE;
  }
  return balances;
}

/** Returns the balances, added in decimals, for amounts of any size. */
function balancesInDecimals({ count, plNet }: Results, initialBalance: number): Float64Array {
  const balances = new Float64Array(count + 1);
  let balance = decimalOf(initialBalance);
  balances[0] = initialBalance;
  for (let i = 0; i < count; i++) {
    balance = plus(balance, decimalOf(plNet[i]!));
    balances[i + 1] = toDouble(balance);
  }
  return balances;
}
