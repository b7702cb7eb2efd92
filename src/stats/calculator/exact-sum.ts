import { type ExactDecimal, decimalOf, plus, roundedQuotient } from './exact-decimal.js';

/** Figures are whole numbers of 1e-8: so many of them are 1. */
export const UNITS = 1e8;

/**
 * The most that is summed as a count of units. What brings a sum from one such count to another is at most twice as much,
 * 2^52, where doubles still lie closer than units, and are whole when they are counts of them.
 */
export const MOST_UNITS = 2 ** 51;

/** Around it doubles lie 1 apart: added and taken away again, it rounds to a whole number, several times quicker than `Math.round`. */
const ROUNDING = 1.5 * 2 ** 52;

/** The count of units that a value of at most `MOST_UNITS` stands for: it does if it gives the value when divided. */
export const unitsIn = (value: number): number => value * UNITS + ROUNDING - ROUNDING;

export const ZERO: ExactDecimal = { mantissa: 0, scale: 0 };
const DECIMALS = 8;

/** Slots that sums can be kept apart in: 0 up to this. */
const SLOTS = 4;

/**
 * Σ of the values of each slot, exactly, each value being what its shortest decimal form says: 0.1 + 0.2 − 0.3 is 0.
 *
 * Values are added as counts of 1e-8, and what comes near to where whole numbers are no longer told apart is carried
 * over. What is no such count, or too large a one, is added in decimals.
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
    if (units / UNITS === value && Math.abs(sum) <= MOST_UNITS) {
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

const counted = (units: number): ExactDecimal => ({ mantissa: units, scale: DECIMALS });

/** Of the first `count` values those that are not negative, those that are, and all. */
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

/** Σ of the first `count` values, exactly, as `sumsBySlot` adds them. */
export const exactSum = (values: Float64Array, count: number): ExactDecimal =>
  sumsBySlot(values, count, new Uint8Array(count))[0]!;

export const whole = (count: number): ExactDecimal => ({ mantissa: count, scale: 0 });

/** total / count, rounded half away from zero to 8 decimals; null when there is nothing to take the mean of. */
export const mean = (total: ExactDecimal, count: number): number | null =>
  count === 0 ? null : roundedQuotient(total, whole(count));

/** numerator / denominator, rounded likewise; null when the denominator is 0. */
export const ratio = (numerator: ExactDecimal, denominator: ExactDecimal): number | null =>
  denominator.mantissa == 0 ? null : roundedQuotient(numerator, denominator);
