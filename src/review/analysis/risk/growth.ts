import { type ExactDecimal, minus, toDouble } from '../../../shared/decimal/exact-decimal.js';
import type { DeepestFall } from '../../../shared/figures/calculator/walked-equity.js';
import { DAYS_PER_YEAR } from './return-ratios.js';

/** Minimum number of days. With fewer days, the annual growth depends more on chance than on the trades. */
const MIN_DAYS = 30;

export interface Growth {
  readonly cagrPct: number | null;
  readonly calmar: number | null;
}

/**
 * Returns the compound annual growth rate and the Calmar ratio.
 *
 * Growth rate: ((last equity / first equity)^(365/n) − 1) · 100. Calmar ratio: growth rate / greatest drawdown in
 * percent over the whole time, not rounded (Young, 1991). Both are null if there are fewer than 30 days or if the last
 * equity is 0 or less. The Calmar ratio is also null if there is no drawdown.
 */
export function growth(
  first: ExactDecimal,
  last: ExactDecimal,
  days: number,
  { fall, peak }: DeepestFall,
): Growth {
  if (days < MIN_DAYS || last.mantissa <= 0) return { cagrPct: null, calmar: null };
  const gain = toDouble(minus(last, first)) / toDouble(first);
  const cagrPct = compoundedGain(gain, DAYS_PER_YEAR / days) * 100;
  const drawdownPct = (toDouble(fall) / toDouble(peak)) * 100;
  return { cagrPct, calmar: drawdownPct === 0 ? null : cagrPct / drawdownPct };
}

/**
 * Returns (1 + gain)^exponent − 1, for a gain of at least −1. The power itself would lose the digits of a small gain,
 * because 1 is added to the gain first.
 */
export const compoundedGain = (gain: number, exponent: number): number =>
  Math.expm1(exponent * Math.log1p(gain));
