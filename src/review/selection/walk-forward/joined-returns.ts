import { DAYS_PER_YEAR } from '../../analysis/risk/return-ratios.js';
import { centralSums } from '../../../shared/figures/probability/central-sums.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import type { DayReturns } from '../day-returns.js';
import { knownTry, pValueOf } from '../tries/known-try.js';

/**
 * Daily returns of several sessions, one session after another. Days without an exit are only counted, because their
 * returns are 0.
 */
export interface JoinedReturns {
  readonly values: Float64Array;
  readonly days: number;
}

export function joinedReturns(sessions: readonly DayReturns[]): JoinedReturns {
  return {
    values: Float64Array.from(sessions.flatMap(({ values }) => [...values])),
    days: sessions.reduce((sum, { firstDay, lastDay }) => sum + lastDay - firstDay + 1, 0),
  };
}

/** Returns the mean of the daily returns; NaN if there are no days. */
export const meanOfDays = ({ values, days }: JoinedReturns): number => compensatedSum(values) / days;

/** Returns the annual Sharpe ratio and its p-value. Each is null if the returns do not vary or are too few. */
export function significanceOf(joined: JoinedReturns): { sharpe: number | null; pValue: number | null } {
  const { values, days } = joined;
  const idle = days - values.length;
  if (days < 2 || areEqual(values, idle)) return { sharpe: null, pValue: null };
  const mean = meanOfDays(joined);
  const { squares, cubes, fourths } = centralSums(values, mean, idle);
  const variance = squares / days;
  const sharpePerDay = mean / Math.sqrt(squares / (days - 1));
  const known = knownTry({
    days,
    tradingDays: values.length,
    sharpePerDay,
    skewness: cubes / days / variance ** 1.5,
    kurtosis: fourths / days / variance ** 2,
  });
  return { sharpe: sharpePerDay * Math.sqrt(DAYS_PER_YEAR), pValue: known && pValueOf(known) };
}

const areEqual = (values: Float64Array, idle: number): boolean =>
  values.every((value) => value === values[0]) && (idle === 0 || (values[0] ?? 0) === 0);
