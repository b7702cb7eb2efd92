import { type ExactDecimal, decimalOf, plus, roundedQuotient } from './exact-decimal.js';

/** Figures are whole numbers of 1e-8; this many units are 1. */
export const UNITS_PER_ONE = 1e8;

/**
 * Largest sum that is held as a count of units. What leads from one such sum to the next is at most twice as large, 2^51,
 * and up to there `unitsIn` is whole. So is the difference of two such sums.
 */
export const MOST_UNITS = 2 ** 50;

/**
 * Up to 2^51 below and above this value doubles are 1 apart. Adding and subtracting it rounds to a whole number, several
 * times faster than `Math.round`.
 */
const ROUNDING = 1.5 * 2 ** 52;

/** The count of units in a value of at most 2^51 units, if there is one: dividing it must give the value. */
export const unitsIn = (value: number): number => value * UNITS_PER_ONE + ROUNDING - ROUNDING;

export const ZERO: ExactDecimal = { mantissa: 0, scale: 0 };

/** One unit is 10^-8. */
export const UNIT_SCALE = 8;

/** Number of slots for separate sums. */
const SLOTS = 4;

/**
 * Σ of the values of each slot, exactly, each value being what its shortest decimal form says: 0.1 + 0.2 − 0.3 is 0.
 *
 * Values are added as counts of 1e-8, and a sum is carried over before it reaches the range where doubles skip whole
 * numbers. Values that are not such a count, or too large, are added as decimals.
 * @param slots by value, each below 4
 */
export function sumsBySlot(values: Float64Array, count: number, slots: Uint8Array): ExactDecimal[] {
  const sums = new Float64Array(SLOTS);
  const others = Array.from({ length: SLOTS }, () => ZERO);
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const slot = slots[i]!;
    const units = unitsIn(value);
    const sum = sums[slot]! + units;
    // Stryker disable next-line ConditionalExpression,ArithmeticOperator,EqualityOperator: a shortcut
    if (units / UNITS_PER_ONE === value && Math.abs(sum) <= MOST_UNITS) {
      sums[slot] = sum;
    } else {
      others[slot] = withOther(others[slot]!, sums[slot]!, value);
      sums[slot] = 0;
    }
  }
  return others.map((other, slot) => plus(other, counted(sums[slot]!)));
}

const withOther = (others: ExactDecimal, sum: number, value: number): ExactDecimal =>
  plus(plus(others, counted(sum)), decimalOf(value));

/** So many units, exactly. */
export const counted = (units: number): ExactDecimal => ({ mantissa: units, scale: UNIT_SCALE });

/** Sums over the first `count` values: those that are not negative, those that are, and all. */
export function sumsBySign(values: Float64Array, count: number): SignedSums {
  const isLost = new Uint8Array(count);
  // Stryker disable next-line EqualityOperator: a write beyond the end is ignored, and 0 changes no sum
  for (let i = 0; i < count; i++) isLost[i] = Number(values[i]! < 0);
  const [gained, lost] = sumsBySlot(values, count, isLost) as [ExactDecimal, ExactDecimal];
  return { gained, lost, total: plus(gained, lost) };
}

export interface SignedSums {
  readonly gained: ExactDecimal;
  readonly lost: ExactDecimal;
  readonly total: ExactDecimal;
}

/** Σ of the values, exactly, as `sumsBySlot` adds them. */
export function exactSum(values: Float64Array): ExactDecimal {
  let sum = 0;
  let others = ZERO;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const units = unitsIn(value);
    const next = sum + units;
    // Stryker disable next-line ConditionalExpression,ArithmeticOperator,EqualityOperator: a shortcut
    if (units / UNITS_PER_ONE === value && Math.abs(next) <= MOST_UNITS) {
      sum = next;
    } else {
      others = withOther(others, sum, value);
      sum = 0;
    }
  }
  return plus(others, counted(sum));
}

export const whole = (count: number): ExactDecimal => ({ mantissa: count, scale: 0 });

/** total / count, rounded half away from zero to 8 decimals; null when there is nothing to take the mean of. */
export const mean = (total: ExactDecimal, count: number): number | null =>
  count === 0 ? null : roundedQuotient(total, whole(count));

/** numerator / denominator, rounded likewise; null when the denominator is 0. */
export const ratio = (numerator: ExactDecimal, denominator: ExactDecimal): number | null =>
  denominator.mantissa == 0 ? null : roundedQuotient(numerator, denominator);
