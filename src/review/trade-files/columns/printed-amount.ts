import { plainDigits } from '../formats/number-column.js';
import type { RawTrades } from './raw-trades.js';

/**
 * Returns an amount of money that a file prints outside its trades, in the format of its profits; undefined if it is
 * not a number.
 */
export function printedAmount(text: string, { columns }: RawTrades): number | undefined {
  const shown = columns.get('profit')!.decide(null);
  const marks = shown === ',' ? ([',', '.'] as const) : (['.', ','] as const);
  for (const mark of marks) {
    const digits = plainDigits(text, mark);
    if (digits !== null) return Number(digits);
  }
  return undefined;
}
