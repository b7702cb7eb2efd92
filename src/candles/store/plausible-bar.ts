import { MAX_AMOUNT, MIN_AMOUNT } from '../../shared/market/amounts.js';

/** Volume in units of the base asset. Some tokens trade more than 1e13 per day. */
export const MAX_VOLUME = 1e18;

/**
 * Returns whether the figures are plausible for a bar: low ≤ open, close ≤ high, and all within the limits of the
 * service.
 */
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
