import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { type Interval, MINUTE_MS } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { localDays } from '../local-time/local-days.js';
import { EXACT_STAMPS, type StampResolution } from '../minutes/stamp-resolution.js';
import { accountDays, returnsOf } from '../risk/returns.js';
import type { ExitDay } from '../risk/exit-days.js';
import { type EquityFall, Falls } from './falls.js';
import { timelineOf } from './equity-limits.js';
import { type MarkedPoint, type MinuteRange, PointBuilder } from './equity-points.js';
import { DayCloses, type ReturnFigures, returnFigures } from './marked-returns.js';
import { type MinuteEquity, minuteEquity } from './minute-equity.js';
import type { MinuteSums } from './minute-sums.js';
import { realisedEquity } from './realised-equity.js';

export interface EquitySettings {
  readonly initialBalance: number;
  readonly timezone: string;
  readonly interval: Interval;
  /** Risk-free rate, percent per year. */
  readonly riskFreeRate: number;
}

/** The equity of an account with open trades at market prices. */
export interface MarkedEquity {
  readonly barsPerPoint: number;
  readonly points: readonly MarkedPoint[];
  readonly lowest: number | null;
  readonly drawdown: {
    readonly realised: EquityFall;
    readonly closes: EquityFall;
    readonly provable: EquityFall | null;
    readonly possible: EquityFall | null;
  };
  readonly returns: { readonly realised: ReturnFigures; readonly marked: ReturnFigures };
}

/** Follows the equity of an account minute by minute, from its first entry to its last exit. */
export class MarkedEquityWalk {
  readonly timeline: Span;
  private readonly points: PointBuilder;
  private readonly closes: DayCloses;
  private readonly falls: Readonly<Record<'closes' | 'provable' | 'possible', Falls>>;
  private readonly realisedBefore: (first: number, values: Float64Array) => void;
  private readonly doneBefore: (first: number, values: Float64Array) => void;
  /** Columns of the previous part, which the next part overwrites: new memory would take time (bench row `equity`). */
  private memory = { realised: new Float64Array(), done: new Float64Array() };
  private readonly realisedDrawdown: EquityFall;

  /** @param resolution null if the times do not fit the candles */
  constructor(
    private readonly trades: AnalysedTrades,
    private readonly settings: EquitySettings,
    private readonly resolution: StampResolution | null,
  ) {
    const { initialBalance, timezone, interval } = settings;
    this.timeline = timelineOf(trades, resolution ?? EXACT_STAMPS);
    this.points = new PointBuilder(this.timeline, interval);
    this.closes = new DayCloses(localDays(timezone));
    const falls = () => new Falls(initialBalance);
    this.falls = { closes: falls(), provable: falls(), possible: falls() };
    const realised = realisedEquity(trades, initialBalance);
    this.realisedBefore = realised.byMinute();
    this.doneBefore = realised.byMinute();
    this.realisedDrawdown = realised.drawdown;
  }

  /** Adds a part of the timeline. Call this function with all parts in order of time. */
  add({ start }: Span, sums: MinuteSums): void {
    const { exitMs } = this.resolution ?? EXACT_STAMPS;
    if (this.memory.done.length < sums.count)
      this.memory = { realised: new Float64Array(sums.count), done: new Float64Array(sums.count) };
    const realised = this.memory.realised.subarray(0, sums.count);
    const done = this.memory.done.subarray(0, sums.count);
    this.realisedBefore(start + MINUTE_MS, realised);
    // Trades that have certainly closed at or before the start. Times are whole milliseconds.
    this.doneBefore(start - exitMs + 1, done);
    const equity = minuteEquity(start, realised, done, sums);
    this.addFalls(equity, sums, this.points.add(equity));
    this.closes.add(equity);
  }

  /**
   * Adds the values of each minute to the falls. Most ranges and most minutes are skipped, because they contain neither
   * a new peak nor a deeper fall (bench row `equity`). All values of a minute are between `min` and `max`, apart from
   * rounding errors.
   */
  private addFalls(equity: MinuteEquity, sums: MinuteSums, ranges: readonly MinuteRange[]): void {
    const { start, min, max } = equity;
    const falls = Object.values(this.falls);
    const lowestPeak = () => Math.min(...falls.map((fall) => fall.risingPeak()));
    const highestTrough = () => Math.max(...falls.map((fall) => fall.deepeningTrough()));
    let [peak, trough] = [lowestPeak(), highestTrough()];
    for (const range of ranges) {
      if (range.max < peak && range.min > trough) continue;
      for (let minute = range.from; minute < range.to; minute += 1) {
        if (max[minute]! < peak && min[minute]! > trough) continue;
        // Unknown values are NaN.
        if (Number.isNaN(min[minute]!)) continue;
        this.addMinute(start + minute * MINUTE_MS, equity, sums, minute);
        [peak, trough] = [lowestPeak(), highestTrough()];
      }
    }
  }

  private addMinute(
    time: number,
    { done, close, min, max }: MinuteEquity,
    { openLeast, openGreatest, closeLeast, closeGreatest, fall, rise }: MinuteSums,
    minute: number,
  ): void {
    const { closes, provable, possible } = this.falls;
    possible.addPeak(max[minute]!);
    possible.addTrough(min[minute]!, time);
    closes.add(close[minute]!, time);
    const closed = done[minute]!;
    provable.addTrough(closed + openGreatest[minute]!, time);
    provable.addPeak(closed + openLeast[minute]!);
    provable.addTrough(max[minute]! - fall[minute]!, time);
    provable.addPeak(min[minute]! + rise[minute]!);
    provable.addTrough(closed + closeGreatest[minute]!, time);
    provable.addPeak(closed + closeLeast[minute]!);
  }

  /** Returns the local days with the equity at their ends; null if the equity at the end of a day is unknown. */
  markedDays(): ExitDay[] | null {
    const { trades, settings } = this;
    return this.closes.days(settings.initialBalance, trades.exitTime[trades.count - 1]!);
  }

  result(): MarkedEquity {
    const { trades, settings } = this;
    const firstEntry = firstEntryTime(trades);
    const days = accountDays(trades, firstEntry, settings);
    const { deepest } = equityWalk(trades, firstEntry, settings.initialBalance);
    const realised = returnsOf(days, deepest, settings.riskFreeRate);
    const points = this.points.list();
    const lowest = this.points.lowest;
    const isComplete = !Number.isNaN(lowest);
    const isPositive = lowest > 0;
    return {
      barsPerPoint: this.points.barsPerPoint,
      points,
      lowest: roundedDouble(lowest),
      drawdown: {
        realised: this.realisedDrawdown,
        closes: this.falls.closes.result(),
        provable: this.resolution === null ? null : this.falls.provable.result(isPositive),
        possible: isComplete ? this.falls.possible.result(isPositive) : null,
      },
      returns: {
        realised: {
          reason: realised.reason,
          days: realised.days,
          sharpe: realised.sharpe,
          sortino: realised.sortino,
          volatilityPct: realised.volatilityPct,
          valueAtRisk95Pct: realised.valueAtRisk95Pct,
          expectedShortfall95Pct: realised.expectedShortfall95Pct,
        },
        marked: returnFigures(this.markedDays(), days.days, settings.riskFreeRate),
      },
    };
  }
}
