import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE } from '../../../shared/decimal/exact-sum.js';
import { inUnits } from '../equity/falls.js';

/** Number of values in [from, to). The last bin also contains the value `to`. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Maximum number of bins of a histogram. */
export const MAX_BINS = 40;

/**
 * Counts values in bins of equal width from the least to the greatest value. Values are compared in units of 1e-8. The
 * number of bins is the square root of the number of values, but at most 40. If all values are equal, there is one bin
 * without a width.
 * @returns an empty list if a value is not finite
 */
export function histogramOf(values: Float64Array): HistogramBin[] {
  const units = values.map(inUnits);
  const least = units.reduce((low, value) => Math.min(low, value), Infinity);
  const greatest = units.reduce((high, value) => Math.max(high, value), -Infinity);
  if (!Number.isFinite(greatest - least)) return [];
  const bins = least === greatest ? 1 : Math.min(MAX_BINS, Math.ceil(Math.sqrt(values.length)));
  const edgeAt = (edge: number) => (edge === bins ? greatest : least + ((greatest - least) * edge) / bins);
  const counts = new Uint32Array(bins);
  for (const value of units) {
    const share = least === greatest ? 0 : (value - least) / (greatest - least);
    counts[Math.min(bins - 1, Math.floor(share * bins))]! += 1;
  }
  const amount = (edge: number) => roundedDouble(edgeAt(edge) / UNITS_PER_ONE)!;
  return Array.from(counts, (count, bin) => ({ from: amount(bin), to: amount(bin + 1), count }));
}
