import { decimalOf, minus, roundedQuotient, times } from '../../decimal/exact-decimal.js';
import { exactSum, mean, whole } from '../../decimal/exact-sum.js';
import { MINUTE_MS } from '../../market/intervals.js';
import { type Range, type RangeAt, fitsIn } from './price-fits.js';
import type { Stamps } from './stamps.js';

const BASIS_POINTS = whole(10_000);

/**
 * The median distance of the prices from their 1m bars, in basis points of the nearer edge: below 0 under the low, above 0
 * over the high, 0 inside. Null when no bar is known. Another feed shows as a small one: spot prices lie 4 bp under the
 * candles of the perpetual.
 */
export function medianDistanceBp(stamps: Stamps, rangeAt: RangeAt, instants: Float64Array): number | null {
  const distances = Float64Array.from(
    Array.from(instants, (instant, stamp) => {
      const range = rangeAt(stamps.asset[stamp]!, instant, MINUTE_MS);
      return range === null ? [] : [distanceBp(stamps.price[stamp]!, range)];
    }).flat(),
  ).toSorted();
  const middle = distances.subarray((distances.length - 1) >> 1, (distances.length >> 1) + 1);
  return distances.length === 0 ? null : mean(exactSum(middle, middle.length), middle.length);
}

function distanceBp(price: number, range: Range): number {
  if (fitsIn(price, range)) return 0;
  const edge = decimalOf(price < range.low ? range.low : range.high);
  return roundedQuotient(times(minus(decimalOf(price), edge), BASIS_POINTS), edge);
}
