import { ratio, roundingError } from './compensated-sum.js';

/**
 * Profit factor: Σ of the positive values / |Σ of the negative ones|, by raw sign: no break-even threshold plays a
 * part. A ratio from 0; above 1 the column earns more than it loses. 0 means losses and no profit; null that no
 * value is negative, however much was earned.
 */
export function profitFactor(values: Float64Array, count: number): number | null {
  const sums = new Float64Array(2);
  const lost = new Float64Array(2);
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const negative = Number(value < 0);
    const sum = sums[negative]!;
    const next = sum + value;
    lost[negative]! += roundingError(sum, value, next);
    sums[negative] = next;
  }
  return ratio(sums[0]! + lost[0]!, -(sums[1]! + lost[1]!));
}
