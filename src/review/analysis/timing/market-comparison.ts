import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { LocalDays } from '../local-time/local-days.js';
import type { MarketGrid } from './market-grid.js';

export interface BuyAndHold {
  readonly net: number | null;
  readonly pct: number | null;
}

/** A comparison of the daily returns of the account with the daily returns of its markets. */
export interface MarketComparison {
  readonly days: number;
  readonly beta: number | null;
  readonly alphaPct: number | null;
}

/** Minimum number of days of a comparison. */
const MIN_DAYS = 3;

const DAYS_PER_YEAR = 365;

/**
 * Returns the result, before costs, of holding the counted markets in equal parts from their first to their last open.
 */
export function buyAndHold(
  grids: readonly MarketGrid[],
  minutes: number,
  initialBalance: number,
): BuyAndHold {
  const growth = compensatedSum(Float64Array.from(grids, ({ open }) => open[minutes - 1]! / open[0]! - 1));
  const share = growth / grids.length;
  return { net: roundedDouble(initialBalance * share), pct: roundedDouble(share * 100) };
}

/**
 * Compares the daily returns of the account with the mean daily returns of its markets.
 * @param account null if the returns of the account are undefined
 */
export function marketComparison(
  account: Float64Array | null,
  days: number,
  grids: readonly MarketGrid[],
  {
    start,
    minutes,
    calendar,
  }: { readonly start: number; readonly minutes: number; readonly calendar: LocalDays },
): MarketComparison {
  if (!account || days < MIN_DAYS) return { days, beta: null, alphaPct: null };
  const market = marketReturns(grids, { start, minutes, calendar }, days);
  const [meanX, meanY] = [market, account].map((values) => compensatedSum(values) / days) as [number, number];
  const squares = compensatedSum(market.map((x) => (x - meanX) ** 2));
  const products = compensatedSum(market.map((x, day) => (x - meanX) * (account[day]! - meanY)));
  const isFlat = market.every((x) => x === market[0]);
  if (isFlat) return { days, beta: null, alphaPct: null };
  const beta = products / squares;
  return {
    days,
    beta: roundedDouble(beta),
    alphaPct: roundedDouble((meanY - beta * meanX) * DAYS_PER_YEAR * 100),
  };
}

/**
 * Returns the daily returns of an account for all days of its markets. On days before the first or after the last
 * return of the account, the return is 0.
 * @param first day of the first return, counted from the first day of the markets
 */
export function returnsOverDays(returns: Float64Array, first: number, days: number): Float64Array {
  const all = new Float64Array(days);
  all.set(returns, first);
  return all;
}

/** Returns the mean return of the markets on each local day, from the first to the last open. */
function marketReturns(
  grids: readonly MarketGrid[],
  {
    start,
    minutes,
    calendar,
  }: { readonly start: number; readonly minutes: number; readonly calendar: LocalDays },
  days: number,
): Float64Array {
  const first = calendar.dayOf(start);
  const lastMinutes = new Int32Array(days).fill(-1);
  for (let minute = 0; minute < minutes; minute += 1) {
    const day = calendar.dayOf(start + minute * MINUTE_MS) - first;
    if (day < days) lastMinutes[day] = minute;
  }
  const returns = new Float64Array(days);
  for (const { open, close } of grids) {
    let before = open[0]!;
    for (let day = 0; day < days; day += 1) {
      const isLast = day === days - 1;
      const minute = lastMinutes[day]!;
      // If the zone skips a date, the day has no minutes and keeps the price of the day before.
      const price = isLast ? open[minutes - 1]! : minute < 0 ? before : close[minute]!;
      returns[day]! += (price / before - 1) / grids.length;
      before = price;
    }
  }
  return returns;
}
