import { type ExactDecimal, decimalOf, plus, roundedQuotient } from './exact-decimal.js';

/** The number of units of 1e-8 in 1. Every figure is a whole number of these units. */
export const UNITS_PER_ONE = 1e8;

/**
 * The largest absolute sum that is stored as a count of units. Two such sums differ by at most 2^51 units. Up to that
 * size, doubles represent every whole number, and `unitsIn` rounds to a whole number.
 */
export const MAX_UNITS = 2 ** 50;

/**
 * Adding this constant to a value and then subtracting it rounds the value to a whole number, several times faster than
 * `Math.round`. Within 2^51 of the constant, neighbouring doubles are 1 apart.
 */
const ROUNDING = 1.5 * 2 ** 52;

/**
 * Returns a value of at most 2^51 units as a count of units, rounded to a whole number. If the count divided by
 * `UNITS_PER_ONE` equals the value, the value is a whole number of units.
 */
export const unitsIn = (value: number): number => value * UNITS_PER_ONE + ROUNDING - ROUNDING;

export const ZERO: ExactDecimal = { mantissa: 0, scale: 0 };

/** The scale of a count of units: one unit is 10^-8. */
export const UNIT_SCALE = 8;

/** The number of slots. Each slot has a separate sum. */
const SLOTS = 4;

/**
 * Returns the exact sum of the values of each slot. Each value counts with its shortest decimal form, so 0.1 + 0.2 −
 * 0.3 is 0. Values are added as counts of units. Before a sum becomes larger than `MAX_UNITS`, it is moved to an exact
 * decimal. A value that is too large or is not a whole number of units is added as an exact decimal.
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

/** Returns a count of units as an exact decimal. */
export const counted = (units: number): ExactDecimal => ({ mantissa: units, scale: UNIT_SCALE });

/**
 * Returns three sums of the first `count` values: the sum of the values that are at least 0, the sum of the negative
 * values, and the sum of all values.
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

/** Returns the exact sum of the values, which are added as in `sumsBySlot`. */
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

/** Returns numerator / denominator, rounded half away from zero to 8 decimals; null if the denominator is 0. */
export const ratio = (numerator: ExactDecimal, denominator: ExactDecimal): number | null =>
  denominator.mantissa == 0 ? null : roundedQuotient(numerator, denominator);
