import { MAX_AMOUNT, MIN_AMOUNT } from '../../market/amounts.js';

/** Units of the base asset. Some tokens trade more than 1e13 a day. */
export const MAX_VOLUME = 1e18;

/** Whether the figures can be those of a bar: low ≤ open, close ≤ high, all within what the service accepts. */
export function isPlausibleBar(
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
): boolean {
  // NaN fails every comparison.
  return (
    low >= MIN_AMOUNT &&
    low <= open &&
    low <= close &&
    open <= high &&
    close <= high &&
    high <= MAX_AMOUNT &&
    volume >= 0 &&
    volume <= MAX_VOLUME
  );
}
