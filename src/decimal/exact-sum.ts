import { type ExactDecimal, decimalOf, plus, roundedQuotient } from './exact-decimal.js';

/** The number of units of 1e-8 in 1. Figures are whole numbers of this unit. */
export const UNITS_PER_ONE = 1e8;

/**
 * The largest sum that is held as a count of units. A value whose addition leads from one such sum to another is at
 * most twice as large, 2^51, and up to that size `unitsIn` is a whole number. The difference of two such sums is a
 * whole number as well.
 */
export const MAX_UNITS = 2 ** 50;

/**
 * Within 2^51 of this value, doubles are 1 apart. Adding and subtracting the value rounds to a whole number, several
 * times faster than `Math.round`.
 */
const ROUNDING = 1.5 * 2 ** 52;

/**
 * Returns the count of units in a value of at most 2^51 units. If dividing the count does not give the value again,
 * the value is not a whole count.
 */
export const unitsIn = (value: number): number => value * UNITS_PER_ONE + ROUNDING - ROUNDING;

export const ZERO: ExactDecimal = { mantissa: 0, scale: 0 };

/** One unit is 10^-8. */
export const UNIT_SCALE = 8;

/** The number of slots for separate sums. */
const SLOTS = 4;

/**
 * Returns the exact sum of the values of each slot. Each value counts by its shortest decimal form, so 0.1 + 0.2 − 0.3
 * is 0.
 *
 * Values are added as counts of 1e-8. A sum is carried over before it reaches the range in which doubles skip whole
 * numbers. Values that are not such a count, or are too large, are added as decimals.
 * @param slots the slot of each value, below 4
 */
export function sumsBySlot(values: Float64Array, count: number, slots: Uint8Array): ExactDecimal[] {
  const sums = new Float64Array(SLOTS);
  const others = Array.from({ length: SLOTS }, () => ZERO);
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const slot = slots[i]!;
    const units = unitsIn(value);
    const sum = sums[slot]! + units;
    if (units / UNITS_PER_ONE === value && Math.abs(sum) <= MAX_UNITS) {
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

/** Returns this number of units as an exact decimal. */
export const counted = (units: number): ExactDecimal => ({ mantissa: units, scale: UNIT_SCALE });

/**
 * Returns three sums over the first `count` values: the sum of the values that are not negative, of the negative
 * values, and of all values.
 */
export function sumsBySign(values: Float64Array, count: number): SignedSums {
  const isLost = new Uint8Array(count);
  for (let i = 0; i < count; i++) isLost[i] = Number(values[i]! < 0);
  const [gained, lost] = sumsBySlot(values, count, isLost) as [ExactDecimal, ExactDecimal];
  return { gained, lost, total: plus(gained, lost) };
}

export interface SignedSums {
  readonly gained: ExactDecimal;
  readonly lost: ExactDecimal;
  readonly total: ExactDecimal;
}

/** Returns the exact sum of the values, added as in `sumsBySlot`. */
export function exactSum(values: Float64Array): ExactDecimal {
  let sum = 0;
  let others = ZERO;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const units = unitsIn(value);
    const next = sum + units;
    if (units / UNITS_PER_ONE === value && Math.abs(next) <= MAX_UNITS) {
      sum = next;
    } else {
      others = withOther(others, sum, value);
      sum = 0;
    }
  }
  return plus(others, counted(sum));
}

export const whole = (count: number): ExactDecimal => ({ mantissa: count, scale: 0 });

/** Returns total / count, rounded half away from zero to 8 decimals; null if count is 0. */
export const mean = (total: ExactDecimal, count: number): number | null =>
  count === 0 ? null : roundedQuotient(total, whole(count));

/** Returns numerator / denominator, rounded in the same way; null if the denominator is 0. */
export const ratio = (numerator: ExactDecimal, denominator: ExactDecimal): number | null =>
  denominator.mantissa == 0 ? null : roundedQuotient(numerator, denominator);
