import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { type Interval, MINUTE_MS, intervalMs } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import type { MinuteEquity } from './minute-equity.js';

/** Maximum number of points. Documented in docs/analysis.md. */
export const MAX_POINTS = 2_000;

export interface MarkedPoint {
  /** Open time of the first bar of the point. */
  readonly time: number;
  readonly realised: number;
  readonly close: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** `incomplete` if a minute of an open trade is unknown. */
  readonly status: 'complete' | 'incomplete';
}

/** Minutes of a part of the timeline, `from` up to but excluding `to`. The extremes are NaN if a minute is unknown. */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
}

function rangeOf(from: number, to: number, min: Float64Array, max: Float64Array): MinuteRange {
  // A single value of NaN makes the result NaN.
  let [least, greatest] = [Infinity, -Infinity];
  for (let minute = from; minute < to; minute += 1) {
    least = Math.min(least, min[minute]!);
    greatest = Math.max(greatest, max[minute]!);
  }
  return { from, to, min: least, max: greatest };
}

/** Combines the minutes of an account into points. Each point covers one or more bars. */
export class PointBuilder {
  /** Number of bars per point. */
  readonly barsPerPoint: number;
  /** The lowest `min` of the finished points, before rounding; NaN if a minute is unknown. */
  lowest = Infinity;
  private readonly points: MarkedPoint[] = [];
  private readonly pointMs: number;
  private readonly start: number;
  /** Number of the unfinished point; -1 before the first minute. */
  private index = -1;
  private realised = NaN;
  private close = NaN;
  private min = Infinity;
  private max = -Infinity;

  constructor(timeline: Span, interval: Interval) {
    const lengthMs = intervalMs(interval);
    this.start = Math.floor(timeline.start / lengthMs) * lengthMs;
    const bars = Math.ceil((timeline.end - this.start) / lengthMs);
    this.barsPerPoint = Math.max(1, Math.ceil(bars / MAX_POINTS));
    this.pointMs = this.barsPerPoint * lengthMs;
  }

  /**
   * Adds the minutes of a part of the timeline. Call this function with all parts in order of time.
   * @returns the minutes of the part, divided by points
   */
  add({ start, count, realised, close, min, max }: MinuteEquity): MinuteRange[] {
    const ranges: MinuteRange[] = [];
    for (let from = 0; from < count;) {
      const index = Math.floor((start + from * MINUTE_MS - this.start) / this.pointMs);
      if (index !== this.index) this.finish();
      this.index = index;
      const pointEnd = this.start + (index + 1) * this.pointMs;
      const to = Math.min(count, (pointEnd - start) / MINUTE_MS);
      const range = rangeOf(from, to, min, max);
      ranges.push(range);
      this.min = Math.min(this.min, range.min);
      this.max = Math.max(this.max, range.max);
      this.realised = realised[to - 1]!;
      this.close = close[to - 1]!;
      from = to;
    }
    return ranges;
  }

  list(): MarkedPoint[] {
    this.finish();
    return this.points;
  }

  private finish(): void {
    if (this.index >= 0) {
      this.lowest = Math.min(this.lowest, this.min);
      this.points.push({
        time: this.start + this.index * this.pointMs,
        realised: this.realised,
        close: roundedDouble(this.close),
        min: roundedDouble(this.min),
        max: roundedDouble(this.max),
        status: Number.isNaN(this.min) ? 'incomplete' : 'complete',
      });
    }
    this.index = -1;
    this.min = Infinity;
    this.max = -Infinity;
  }
}
