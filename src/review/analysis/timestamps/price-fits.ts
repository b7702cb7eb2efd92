import { type Ranges, barAt, rungBars } from './rung-bars.js';
import type { Share } from './share.js';
import type { Stamps } from './stamps.js';

/** Returns the stored 1m bars of an asset. The asset is given by its index in the session. */
export type BarsOf = (asset: number) => Ranges;

export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** Returns the price range of the bar that has the given length and contains an instant; null if the bar is unknown. */
export type RangeAt = (asset: number, instant: number, rungMs: number) => PriceRange | null;

/**
 * Two prices count as equal if their relative difference is at most this number, because doubles have rounding errors:
 * tools print 0.07361000000000001 for 0.07361.
 */
const NOISE = 1e-12;

/** Returns whether low ≤ price ≤ high, apart from rounding errors. */
export const fitsIn = (price: number, { low, high }: PriceRange): boolean =>
  price >= low * (1 - NOISE) && price <= high * (1 + NOISE);

/** Returns a function that reads bars of any length. It builds the bars of each length from the 1m bars, only once. */
export function rangeReader(barsOf: BarsOf): RangeAt {
  const made = new Map<number, Map<number, Ranges>>();
  return (asset, instant, rungMs) => {
    const lengths = made.get(asset) ?? new Map<number, Ranges>();
    const bars = lengths.get(rungMs) ?? rungBars(barsOf(asset), rungMs);
    lengths.set(rungMs, bars);
    made.set(asset, lengths);
    const at = barAt(bars, Math.floor(instant / rungMs) * rungMs);
    return at < 0 ? null : { low: bars.low[at]!, high: bars.high[at]! };
  };
}

/** Times from index `from` up to, but not including, `to`. */
export interface StampRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the share of the prices that fit the bars of a length. Prices whose bar is missing do not count. */
export function fittingShare(
  { asset, price }: Stamps,
  { from, to }: StampRange,
  rungMs: number,
  rangeAt: RangeAt,
  instantOf: (stamp: number) => number,
): Share {
  let [known, fitting] = [0, 0];
  for (let stamp = from; stamp < to; stamp += 1) {
    const range = rangeAt(asset[stamp]!, instantOf(stamp), rungMs);
    if (range === null) continue;
    known += 1;
    fitting += Number(fitsIn(price[stamp]!, range));
  }
  return { known, fitting };
}
