import { type ExactDecimal, decimalOf, roundedDouble, times } from '../../../shared/decimal/exact-decimal.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';
import { DEFAULT_TARGETS } from './exit-grid.js';

/** The greatest target is near the favourable move that this share of the trades does not exceed. */
const SHARE = 0.9;
const STEPS = [1, 2, 3, 4, 5] as const;
const LEAST_STEP = decimalOf(0.01);
const FIFTH = decimalOf(0.2);

/**
 * Returns five targets in equal steps that fit the trades. The step is a fifth of the 90 % quantile of the moves,
 * rounded to two significant digits, and at least 0.01.
 * @param moves the maximum favourable excursion of each trade in R, in ascending order
 */
export function autoTargets(moves: Float64Array): readonly number[] {
  if (moves.length === 0) return DEFAULT_TARGETS;
  const reached = roundedDouble(quantile(moves, SHARE))!;
  const step = reached < 0.05 ? LEAST_STEP : twoDigits(times(decimalOf(reached), FIFTH));
  return STEPS.map((count) => Number(`${BigInt(step.mantissa) * BigInt(count)}e${-step.scale}`));
}

/** Rounds a value above 0 half up to two significant digits. The scale of the result may be negative. */
function twoDigits({ mantissa, scale }: ExactDecimal): ExactDecimal {
  const surplus = String(mantissa).length - 2;
  if (surplus <= 0) return { mantissa, scale };
  const unit = 10n ** BigInt(surplus);
  return { mantissa: (BigInt(mantissa) + unit / 2n) / unit, scale: scale - surplus };
}
