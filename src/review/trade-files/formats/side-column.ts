import type { Side } from '../../../shared/market/sides.js';
import { sideOf } from './side-of.js';

const YES = /^(?:true|1)$/i;
const NO = /^(?:false|0)$/i;
const OPPOSITE = { long: 'short', short: 'long' } as const;

/**
 * Returns a function that reads the sides of a column: long and short, buy and sell, true and false of `is_short` and
 * `is_long`, and 1 and -1 if no cell is 0.
 * @param name reduced to lower-case letters and digits
 * @param hasZero true if a cell of the column is 0
 */
export function sideColumn(name: string, hasZero: boolean): (cell: string) => Side | undefined {
  if (name === 'isshort' || name === 'islong') {
    const yes = name === 'islong' ? 'long' : 'short';
    return (cell) => {
      if (YES.test(cell.trim())) return yes;
      return NO.test(cell.trim()) ? OPPOSITE[yes] : undefined;
    };
  }
  return (cell) => {
    const text = cell.trim();
    const side = sideOf(text);
    if (side !== undefined || hasZero) return side;
    if (/^\+?1(?:\.0*)?$/.test(text)) return 'long';
    return /^[-−–]1(?:\.0*)?$/.test(text) ? 'short' : undefined;
  };
}

/**
 * Returns the side and the size of a quantity that may be negative, which is a short.
 * @param side undefined if the file has no sides
 * @param qty plain digits
 * @returns null if the side contradicts the sign of the quantity
 */
export function signedQty(
  side: Side | undefined,
  qty: string,
): { readonly side: Side; readonly qty: string } | null {
  const isNegative = qty.startsWith('-');
  if (isNegative && side === 'long') return null;
  return { side: side ?? (isNegative ? 'short' : 'long'), qty: isNegative ? qty.slice(1) : qty };
}
