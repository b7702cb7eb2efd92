import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import { varianceOf } from '../../../shared/figures/probability/moments.js';
import { type DailyReturns, dailyReturns } from '../../analysis/risk/daily-returns.js';
import type { ExitDay } from '../../analysis/risk/exit-days.js';
import { type DailyAccount, commonDays, daysIn, exitsWithin } from './daily-account.js';

/** Minimum number of common days. With fewer days, the correlation depends more on chance than on the sessions. */
export const MIN_COMMON_DAYS = 20;

/** Returns the correlation of each account with every account, as a symmetric matrix. */
export function correlations(accounts: readonly (DailyAccount | null)[]): (number | null)[][] {
  const rows: (number | null)[][] = accounts.map(() => []);
  for (const [i, a] of accounts.entries())
    for (let j = i; j < accounts.length; j += 1) {
      const value = correlation(a, accounts[j]!);
      rows[i]![j] = value;
      rows[j]![i] = value;
    }
  return rows;
}

/**
 * Returns Pearson's correlation of the daily returns on the days that both accounts have, including days without an
 * exit. Null if there are fewer than 20 common days, if all returns of an account are equal on the common days, if an
 * account has no returns, or if their time zones differ on the common days.
 */
export function correlation(a: DailyAccount | null, b: DailyAccount | null): number | null {
  const range = commonDays([a, b]);
  if (range === null || daysIn(range) < MIN_COMMON_DAYS) return null;
  const [ofA, ofB] = [exitsWithin(a!, range), exitsWithin(b!, range)];
  const x = dailyReturns(ofA, daysIn(range))!;
  const y = dailyReturns(ofB, daysIn(range))!;
  if (x.areEqual || y.areEqual) return null;
  const r = sumOfProducts({ days: ofA, of: x }, { days: ofB, of: y }) / (root(x) * root(y));
  return roundedDouble(Math.max(-1, Math.min(1, r)));
}

/** Returns the square root of the sum of the squared deviations from the mean. */
const root = ({ values, idleDays, days }: DailyReturns): number =>
  Math.sqrt(varianceOf(values, idleDays) * (days - 1));

interface Side {
  readonly days: readonly ExitDay[];
  readonly of: DailyReturns;
}

/** Returns the sum of the products of the deviations from the means, over all days. */
function sumOfProducts(a: Side, b: Side): number {
  const [meanOfA, meanOfB] = [a, b].map(({ of: { values, days } }) => compensatedSum(values) / days) as [
    number,
    number,
  ];
  const products: number[] = [];
  for (let i = 0, j = 0; i < a.days.length || j < b.days.length;) {
    const [dayOfA, dayOfB] = [a.days[i]?.day ?? Infinity, b.days[j]?.day ?? Infinity];
    const r = dayOfA <= dayOfB ? a.of.values[i++]! : 0;
    const s = dayOfB <= dayOfA ? b.of.values[j++]! : 0;
    products.push((r - meanOfA) * (s - meanOfB));
  }
  const idleDays = a.of.days - products.length;
  return compensatedSum(Float64Array.from(products), idleDays * meanOfA * meanOfB);
}
