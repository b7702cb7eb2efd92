import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import { varianceOf } from '../../../shared/figures/probability/moments.js';
import type { DailyReturns } from './daily-returns.js';

/** Number of days with trading per year. The recorded markets trade every day. */
export const DAYS_PER_YEAR = 365;

/** Factor that converts a daily ratio to an annual ratio. */
const ANNUAL = Math.sqrt(DAYS_PER_YEAR);

/**
 * Returns the annual Sharpe ratio: (mean r − rf/365) / sd · √365 (Sharpe, "The Sharpe ratio", 1994). Null if there are
 * fewer than 2 days or if the returns do not vary.
 * @param riskFree annual rate as a fraction
 */
export function sharpe(returns: DailyReturns, riskFree: number): number | null {
  if (returns.days < 2 || returns.areEqual) return null;
  return (meanExcess(returns, riskFree) / deviation(returns)) * ANNUAL;
}

/**
 * Returns the annual Sortino ratio: mean x / √(Σ min(x, 0)² / n) · √365, with x = r − rf/365 (Sortino and van der Meer,
 * "Downside risk", 1991). n counts all days, including days without a loss. Null if no x is below 0.
 */
export function sortino(returns: DailyReturns, riskFree: number): number | null {
  const { values, idleDays, days } = returns;
  const squareBelow = (r: number) => Math.min(r - riskFree / DAYS_PER_YEAR, 0) ** 2;
  const squares = compensatedSum(values.map(squareBelow), idleDays * squareBelow(0));
  return squares === 0 ? null : (meanExcess(returns, riskFree) / Math.sqrt(squares / days)) * ANNUAL;
}

/**
 * Returns the annual standard deviation of the returns, by n − 1, in percent. It is 0 if the returns do not vary, and
 * null if there are fewer than 2 days.
 */
export function volatilityPct(returns: DailyReturns): number | null {
  if (returns.days < 2) return null;
  return returns.areEqual ? 0 : deviation(returns) * ANNUAL * 100;
}

/**
 * Returns the Omega ratio at 0: Σ of the positive returns / |Σ of the negative returns| (Keating and Shadwick, 2002).
 * Null if there is no negative return.
 */
export function omega({ values }: DailyReturns): number | null {
  const gained = compensatedSum(values.map((r) => Math.max(r, 0)));
  const lost = compensatedSum(values.map((r) => Math.max(-r, 0)));
  return lost === 0 ? null : gained / lost;
}

const meanExcess = ({ values, days }: DailyReturns, riskFree: number): number =>
  compensatedSum(values) / days - riskFree / DAYS_PER_YEAR;

const deviation = ({ values, idleDays }: DailyReturns): number => Math.sqrt(varianceOf(values, idleDays));
