import type { MinuteSums } from './minute-sums.js';

/**
 * The equity of an account in a part of the timeline, by minute. The bounds and the close are NaN if the minute is unknown.
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

/** Adds the marks of the open trades to the results of the closed trades. */
export function minuteEquity(
  start: number,
  realised: Float64Array,
  done: Float64Array,
  sums: MinuteSums,
): MinuteEquity {
  const { count, unknown, least, greatest } = sums;
  const [close, min, max] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let minute = 0; minute < count; minute += 1) {
    const isUnknown = unknown[minute] === 1;
    close[minute] = isUnknown ? NaN : realised[minute]! + sums.close[minute]!;
    min[minute] = isUnknown ? NaN : done[minute]! + least[minute]!;
    max[minute] = isUnknown ? NaN : done[minute]! + greatest[minute]!;
  }
  return { start, count, realised, done, close, min, max };
}
