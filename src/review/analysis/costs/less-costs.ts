import {
  type ExactDecimal,
  decimalOf,
  minus,
  rounded,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE, unitsIn } from '../../../shared/decimal/exact-sum.js';

/** An amount of each trade, as the nearest double and exactly. */
export interface Amounts {
  readonly doubles: Float64Array;
  readonly exactAt: (trade: number) => ExactDecimal;
}

/**
 * Maximum size of an estimate, in units. Up to this size, the error of the estimate is certainly below a thousandth of
 * a unit.
 */
const MAX_ESTIMATE = 2 ** 38;

/**
 * Maximum distance of an estimate from a whole number of units. Up to this distance, the rounding of the estimate is
 * certain.
 */
const CERTAIN_DISTANCE = 0.499;

/**
 * Returns base − factor · amount of each trade, rounded half away from zero to 8 decimals.
 *
 * The result is rounded from an estimate in doubles if the rounding is certain, which it nearly always is, because the
 * error of the estimate is below a thousandth of a unit of 1e-8. Otherwise the result is computed with exact decimals.
 */
export function lessCosts(
  base: Float64Array,
  exactFactor: ExactDecimal,
  { doubles, exactAt }: Amounts,
): Float64Array {
  const factor = toDouble(exactFactor);
  const results = new Float64Array(doubles.length);
  for (let trade = 0; trade < results.length; trade += 1) {
    const cost = factor * doubles[trade]! * UNITS_PER_ONE;
    const units = unitsIn(base[trade]!);
    const estimate = units - cost;
    const nearest = Math.round(estimate);
    const isCertain =
      Math.abs(cost) < MAX_ESTIMATE &&
      Math.abs(estimate) < MAX_ESTIMATE &&
      Math.abs(estimate - nearest) < CERTAIN_DISTANCE &&
      units / UNITS_PER_ONE === base[trade];
    results[trade] = isCertain
      ? nearest / UNITS_PER_ONE + 0
      : rounded(minus(decimalOf(base[trade]!), times(exactFactor, exactAt(trade))));
  }
  return results;
}
