import { type Bins, chooseBins } from './bin-width.js';
import { toUnits, fromUnits } from '../../decimal/eight-decimals.js';
import { interquartileUnits } from './interquartile-range.js';
import { rangeOf } from './values-at-ranks.js';

/** Number of trades with a plPct in [from, to), both in percent. */
export interface DistributionBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Returns a histogram of plPct: at most 50 contiguous bins of one round width. The first bin contains the least value
 * and the last bin the greatest; bins in between may be empty.
 *
 * Edges are whole multiples of the width, so 0 is always an edge. Therefore a bin never contains both losing and
 * winning trades. A plPct of 0 lies in [0, width). The counts add up to the number of trades. Returns [] if there are
 * no trades.
 */
export function percentDistribution(plPct: Float64Array, count: number): DistributionBin[] {
  if (count === 0) return [];
  const values = plPct.subarray(0, count);
  const range = rangeOf(values);
  const bins = chooseBins({
    count,
    min: toUnits(range.min),
    max: toUnits(range.max),
    spread: interquartileUnits(values, range),
  });
  const edges = edgesOf(bins);
  return Array.from(countBetween(values, edges), (inBin, bin) => ({
    from: edges[bin]!,
    to: edges[bin + 1]!,
    count: inBin,
  }));
}

/**
 * Returns the edges in percent. There is one more edge than bins. Each edge is the double nearest to the exact decimal.
 */
function edgesOf({ width, first, last }: Bins): Float64Array {
  return Float64Array.from({ length: Number(last - first) + 2 }, (_, bin) =>
    fromUnits((first + BigInt(bin)) * width),
  );
}

/**
 * Counts the values in each bin. A division estimates the bin of a value, and comparisons with the edges correct the
 * estimate.
 */
function countBetween(values: Float64Array, edges: Float64Array): Uint32Array {
  const bins = edges.length - 1;
  const counts = new Uint32Array(bins);
  const start = edges[0]!;
  const binsPerPercent = bins / (edges[bins]! - start);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    let bin = Math.min(bins - 1, (value - start) * binsPerPercent) | 0;
    while (bin > 0 && value < edges[bin]!) bin--;
    while (bin < bins - 1 && value >= edges[bin + 1]!) bin++;
    counts[bin]!++;
  }
  return counts;
}
