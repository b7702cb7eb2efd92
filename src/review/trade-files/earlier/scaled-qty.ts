import { decimalOf, rounded, times } from '../../../shared/decimal/exact-decimal.js';

interface PrintedTrade {
  readonly qty: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly profit: number | undefined;
}

/**
 * Returns a quantity in units of the symbol's base.
 * @param pointValue value of one contract. Undefined if quantities are not contracts. Null if the value differs between
 * trades because profits are converted; the returned quantity then yields the printed profit.
 */
export function scaledQty(printed: PrintedTrade, pointValue: number | null | undefined): number {
  const { qty, entryPrice, exitPrice, profit = 0 } = printed;
  if (pointValue === undefined || pointValue === 1) return qty;
  if (pointValue !== null) return roundedProduct(qty, pointValue);
  const move = Math.abs(exitPrice - entryPrice);
  return move === 0 || profit === 0 ? qty : Number((Math.abs(profit) / move).toPrecision(15));
}

/** Returns a product, which is exact if it has at most 8 decimals, as is usual for lots and point values. */
function roundedProduct(a: number, b: number): number {
  const exact = times(decimalOf(a), decimalOf(b));
  return exact.scale <= 8 ? rounded(exact) : a * b;
}
