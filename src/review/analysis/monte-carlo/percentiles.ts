import { type ExactDecimal, decimalOf, plus, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { quantileAt } from '../../../shared/figures/probability/quantile.js';
import { valuesAtRanks } from '../../../shared/figures/calculator/values-at-ranks.js';

/** A figure; null if one of the values was not finite. */
type Figure = number | null;

/** Quantiles of type 7 of Hyndman and Fan. */
export interface Percentiles {
  readonly p05: Figure;
  readonly p25: Figure;
  readonly p50: Figure;
  readonly p75: Figure;
  readonly p95: Figure;
}

const PROBABILITIES = [0.05, 0.25, 0.5, 0.75, 0.95];

/**
 * Returns the quantiles of offset + unit · value. The quantiles of the values are computed as doubles. Unit and offset
 * are applied exactly, so a large balance loses no decimals.
 */
export function percentilesOf(values: Float64Array, unit: ExactDecimal, offset: ExactDecimal): Percentiles {
  const last = values.length - 1;
  const ranks = PROBABILITIES.flatMap((p) => [Math.floor(last * p), Math.ceil(last * p)]);
  const found = valuesAtRanks(values, ranks);
  const valueAt = (rank: number) => found[ranks.indexOf(rank)]!;
  const [p05, p25, p50, p75, p95] = PROBABILITIES.map((p) =>
    percentileFigure(quantileAt(values.length, p, valueAt), unit, offset),
  ) as [Figure, Figure, Figure, Figure, Figure];
  return { p05, p25, p50, p75, p95 };
}

const percentileFigure = (value: number, unit: ExactDecimal, offset: ExactDecimal): Figure =>
  Number.isFinite(value) ? rounded(plus(offset, times(decimalOf(value), unit))) : null;
