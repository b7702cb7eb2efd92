import { type ExactDecimal, decimalOf, minus, plus, rounded, times } from '../../decimal/exact-decimal.js';
import { ZERO, whole } from '../../decimal/exact-sum.js';
import type { TradeColumns } from './trade-columns.js';
import type { EquityCurve, WalkedEquity } from './walked-equity.js';

/** Computes the equity in decimals, for amounts of any size. Writes all points except the first into the curve. */
export function walkInDecimals(
  { count, exitTime, plNet }: TradeColumns,
  balance: number,
  curve: EquityCurve,
): WalkedEquity {
  let value = decimalOf(balance);
  let peak = value;
  let points = 1;
  let maxDrawdown = ZERO;
  let [fall, from] = [ZERO, whole(1)];
  for (let i = 0; i < count; i++) {
    value = plus(value, decimalOf(plNet[i]!));
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    curve.time[points] = exitTime[i]!;
    curve.equity[points] = rounded(value);
    points++;
    const drawdown = minus(peak, value);
    if (drawdown.mantissa <= 0) {
      peak = value;
      continue;
    }
    if (isMore(drawdown, maxDrawdown)) maxDrawdown = drawdown;
    if (isMore(times(drawdown, from), times(fall, peak))) [fall, from] = [drawdown, peak];
  }
  return { points, maxDrawdown: rounded(maxDrawdown), deepest: { fall, peak: from } };
}

const isMore = (a: ExactDecimal, b: ExactDecimal): boolean => minus(a, b).mantissa > 0;
