import { roundedDouble } from '../../decimal/exact-decimal.js';
import { type Interval, intervalMs } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';

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

/** The equity of a minute; bounds and close are NaN if the minute is unknown. */
export interface MinuteEquity {
  readonly realised: number;
  readonly close: number;
  readonly min: number;
  readonly max: number;
}

/** Combines the minutes of an account into points of bars. */
export class PointBuilder {
  /** Number of bars per point. */
  readonly barsPerPoint: number;
  private readonly points: MarkedPoint[] = [];
  private readonly pointMs: number;
  private readonly start: number;
  private index = -1;
  private current = NOTHING;

  constructor(timeline: Span, interval: Interval) {
    const lengthMs = intervalMs(interval);
    this.start = Math.floor(timeline.start / lengthMs) * lengthMs;
    const bars = Math.ceil((timeline.end - this.start) / lengthMs);
    this.barsPerPoint = Math.max(1, Math.ceil(bars / MAX_POINTS));
    this.pointMs = this.barsPerPoint * lengthMs;
  }

  add(time: number, { realised, close, min, max }: MinuteEquity): void {
    const index = Math.floor((time - this.start) / this.pointMs);
    if (index !== this.index) this.finish();
    this.index = index;
    const { current } = this;
    // NaN stays NaN, so one unknown minute makes the point incomplete.
    this.current = { realised, close, min: Math.min(current.min, min), max: Math.max(current.max, max) };
  }

  list(): MarkedPoint[] {
    this.finish();
    return this.points;
  }

  private finish(): void {
    if (this.index >= 0) {
      const { realised, close, min, max } = this.current;
      this.points.push({
        time: this.start + this.index * this.pointMs,
        realised,
        close: roundedDouble(close),
        min: roundedDouble(min),
        max: roundedDouble(max),
        status: Number.isNaN(min) ? 'incomplete' : 'complete',
      });
    }
    this.index = -1;
    this.current = NOTHING;
  }
}

const NOTHING: MinuteEquity = { realised: NaN, close: NaN, min: Infinity, max: -Infinity };
