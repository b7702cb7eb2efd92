import {
  type ExactDecimal,
  decimalOf,
  minus,
  plus,
  roundedQuotient,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO, whole } from '../../../shared/decimal/exact-sum.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { type PriceRange, type RangeAt, fitsIn } from './price-fits.js';
import type { Stamps } from './stamps.js';

const BASIS_POINTS = whole(10_000);

/**
 * Distance of a price from the nearer edge of its bar, with this edge. The relative distance is `beyond` / `edge`, a
 * quotient that a decimal cannot hold exactly.
 */
interface Distance {
  readonly beyond: ExactDecimal;
  readonly edge: ExactDecimal;
  /** The relative distance as a double, for sorting. */
  readonly share: number;
}

const INSIDE: Distance = { beyond: ZERO, edge: whole(1), share: 0 };

/**
 * Returns the median distance of the prices from their 1m bars, in basis points of the nearer edge: negative below the
 * low, positive above the high, 0 within the bar. Null if no bar is known.
 *
 * Prices of another feed have a small distance: spot prices lie 4 bp below the candles of the perpetual.
 */
export function medianDistanceBp(stamps: Stamps, rangeAt: RangeAt, instants: Float64Array): number | null {
  const distances = Array.from(instants, (instant, stamp) => {
    const range = rangeAt(stamps.asset[stamp]!, instant, MINUTE_MS);
    return range === null ? [] : [distanceOf(stamps.price[stamp]!, range)];
  })
    .flat()
    .toSorted((a, b) => a.share - b.share);
  const last = distances.length - 1;
  return last < 0 ? null : meanBp(distances[last >> 1]!, distances[(last + 1) >> 1]!);
}

function distanceOf(price: number, range: PriceRange): Distance {
  if (fitsIn(price, range)) return INSIDE;
  const edge = decimalOf(price < range.low ? range.low : range.high);
  const beyond = minus(decimalOf(price), edge);
  return { beyond, edge, share: toDouble(beyond) / toDouble(edge) };
}

/**
 * Returns the mean of two relative distances, (a/e + b/f) / 2 = (a·f + b·e) / (2·e·f), rounded once. If the count is
 * odd, both are the same middle distance.
 */
function meanBp(a: Distance, b: Distance): number {
  const sum = plus(times(a.beyond, b.edge), times(b.beyond, a.edge));
  return roundedQuotient(times(sum, BASIS_POINTS), times(whole(2), times(a.edge, b.edge)));
}
