import type { MinuteSums } from './minute-sums.js';

/**
 * The equity of an account in a part of the timeline, by minute. If a minute is unknown, its bounds and its close are
 * NaN.
 */
export interface MinuteEquity {
  /** Open time of the first minute. */
  readonly start: number;
  readonly count: number;
  /** Initial balance and results of trades that closed before the end of the minute. */
  readonly realised: Float64Array;
  /** Initial balance and results of trades that certainly closed at or before the start of the minute. */
  readonly done: Float64Array;
  readonly close: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/**
 * Adds the results of the closed trades to the marks of the open trades. The equity overwrites `least`, `greatest` and
 * `close` of the sums.
 */
export function minuteEquity(
  start: number,
  realised: Float64Array,
  done: Float64Array,
  { count, least: min, greatest: max, close }: MinuteSums,
): MinuteEquity {
  addColumn(close, realised);
  addColumn(min, done);
  addColumn(max, done);
  return { start, count, realised, done, close, min, max };
}

function addColumn(sums: Float64Array, values: Float64Array): void {
  for (let minute = 0; minute < sums.length; minute += 1) sums[minute]! += values[minute]!;
}
