import { type ExactDecimal, toDouble } from '../../decimal/exact-decimal.js';
import type { DeepestFall } from '../../figures/calculator/walked-equity.js';
import { DAYS_PER_YEAR } from './return-ratios.js';

/** For fewer days, the annual growth depends more on chance than on the trades. */
const MIN_DAYS = 30;

export interface Growth {
  readonly cagrPct: number | null;
  readonly calmar: number | null;
}

/**
 * Compound annual growth rate: ((last equity / first)^(365/n) − 1) · 100. Calmar ratio: growth rate / greatest
 * drawdown in percent (Young, 1991), over the whole time; the drawdown is not rounded first. Both are null for fewer
 * than 30 days or without equity at the end; the Calmar ratio also without a drawdown.
 */
export function growth(
  first: ExactDecimal,
  last: ExactDecimal,
  days: number,
  { fall, peak }: DeepestFall,
): Growth {
  if (days < MIN_DAYS || last.mantissa <= 0) return { cagrPct: null, calmar: null };
  const cagrPct = ((toDouble(last) / toDouble(first)) ** (DAYS_PER_YEAR / days) - 1) * 100;
  const drawdownPct = (toDouble(fall) / toDouble(peak)) * 100;
  return { cagrPct, calmar: drawdownPct === 0 ? null : cagrPct / drawdownPct };
}
