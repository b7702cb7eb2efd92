import { toUnits } from '../../decimal/eight-decimals.js';
import { type ValueRange, valuesAtRanks } from './values-at-ranks.js';

/**
 * Returns the interquartile range (upper quartile − lower quartile) in units of 1e-8. Each quartile is interpolated
 * linearly between the two values nearest to rank (n − 1)·p, as R (type 7), NumPy and spreadsheets do by default. The
 * range is at least 0, and it is 0 if the quartiles are equal. There must be at least one value.
 */
export function interquartileUnits(values: Float64Array, range: ValueRange): number {
  const last = values.length - 1;
  const [lower, upper] = [last / 4, (last * 3) / 4];
  const ranks = [lower, upper].flatMap((rank) => [Math.floor(rank), Math.ceil(rank)]);
  const [a, b, c, d] = valuesAtRanks(values, ranks, range).map((value) => Number(toUnits(value))) as Four;
  return c + (d - c) * (upper % 1) - (a + (b - a) * (lower % 1));
}

type Four = [number, number, number, number];
