import { AMOUNT } from '../../../shared/fields/fields.js';
import { type NumberBounds, numberProblem } from '../../../shared/fields/value-rules.js';

/** Largest profit of quantities and prices within their bounds. */
const MAX_PROFIT = AMOUNT.maximum! ** 2;

/** Bounds of profits, and of the charges that turn a gross profit into a net profit. */
export const PROFIT: NumberBounds = { minimum: -MAX_PROFIT, maximum: MAX_PROFIT };

/** Bounds of the numbers that show the value of a contract. */
const BOUNDS = { qty: AMOUNT, entryPrice: AMOUNT, exitPrice: AMOUNT, profit: PROFIT } as const;

/** Returns whether a number is within the bounds of its field. A row with another number is refused. */
export const isWithinBounds = (field: keyof typeof BOUNDS, value: number): boolean =>
  numberProblem(value, BOUNDS[field]) === undefined;
