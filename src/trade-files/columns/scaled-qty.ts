import { decimalOf, rounded, times } from '../../decimal/exact-decimal.js';

interface PrintedTrade {
  readonly qty: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly profit: number | undefined;
}

/**
 * A quantity in units of the symbol's base.
 * @param pointValue what one contract is worth; undefined where quantities are no contracts; null where that differs
 * from trade to trade, since profits are converted: then it is the quantity that earns the printed profit
 */
export function scaledQty(printed: PrintedTrade, pointValue: number | null | undefined): number {
  const { qty, entryPrice, exitPrice, profit = 0 } = printed;
  if (pointValue === undefined || pointValue === 1) return qty;
  if (pointValue !== null) return roundedProduct(qty, pointValue);
  const move = Math.abs(exitPrice - entryPrice);
  return move === 0 || profit === 0 ? qty : Number((Math.abs(profit) / move).toPrecision(15));
}

/** Exact where it has at most 8 decimals, as lots and point values have. */
function roundedProduct(a: number, b: number): number {
  const exact = times(decimalOf(a), decimalOf(b));
  return exact.scale <= 8 ? rounded(exact) : a * b;
}
