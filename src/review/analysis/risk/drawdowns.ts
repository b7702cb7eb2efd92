import {
  type ExactDecimal,
  decimalOf,
  minus,
  plus,
  rounded,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { EquityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type DrawdownPeriod, eachDrawdownPeriod } from './drawdown-periods.js';
import { gainsOf } from './gains.js';

/** Maximum number of listed periods. */
const DEEPEST = 10;

/**
 * A period in which the equity is below its peak. Times are epoch ms. `peakEquity`, `troughEquity` and their difference
 * `depth` are in account currency. `depthPct` is in percent of the peak.
 */
export interface Drawdown {
  /** Time of the last point at the peak. */
  readonly peakTime: number;
  /** Time of the trough. If several points are equally low, the time of the first of these points. */
  readonly troughTime: number;
  /** Time of the first later point that is as high as the peak; null if there is no such point. */
  readonly recoveredTime: number | null;
  readonly peakEquity: number;
  readonly troughEquity: number;
  readonly depth: number;
  readonly depthPct: number;
  /** Time from the peak to the recovery. If there is no recovery, time from the peak to the last point. */
  readonly durationMs: number;
}

export interface Drawdowns {
  /**
   * The ten deepest periods, sorted by depth in percent from the deepest. Of equally deep periods, the earlier comes
   * first.
   */
  readonly periods: readonly Drawdown[];
  /** Σ of the durations of all periods / time from the first point to the last, 0..1; null if there are no trades. */
  readonly timeUnderWater: number | null;
  /** The longest duration of all periods; null if there are no periods. */
  readonly longestMs: number | null;
  /** plNet / maxDrawdown; null if there is no drawdown. */
  readonly recoveryFactor: number | null;
}

/** A period with the values by which periods are compared. */
interface MeasuredPeriod {
  readonly period: DrawdownPeriod;
  readonly depth: ExactDecimal;
  readonly peakEquity: ExactDecimal;
  /** depth / peakEquity, as a double. */
  readonly share: number;
}

/** If two shares differ by less than this relative difference, rounding may decide which of them is greater. */
const SHARE_PRECISION = 1e-15;

/**
 * Returns the periods in which the equity curve of the statistics is below its peak. The periods are found and compared
 * exactly. The equity of the curve itself is rounded, which is not enough, because a double cannot hold 8 decimals of a
 * large account.
 */
export function drawdownsOf(
  trades: Pick<AnalysedTrades, 'count' | 'exitTime' | 'plNet'>,
  initialBalance: number,
  { curve: { time }, drawdown }: EquityWalk,
): Drawdowns {
  const { values, scale } = gainsOf(trades);
  const balance = decimalOf(initialBalance);
  const gainAt = (point: number): ExactDecimal => ({ mantissa: values[point]!, scale });
  const deepest: MeasuredPeriod[] = [];
  let underWaterMs = 0;
  let longestMs: number | null = null;
  eachDrawdownPeriod(values, (period) => {
    const durationMs = time[period.end]! - time[period.peak]!;
    underWaterMs += durationMs;
    longestMs = Math.max(longestMs ?? 0, durationMs);
    const peakGain = gainAt(period.peak);
    insertByDepth(
      deepest,
      measuredPeriod(period, plus(balance, peakGain), minus(peakGain, gainAt(period.trough))),
    );
  });
  const spanMs = time.length === 0 ? 0 : time.at(-1)! - time[0]!;
  return {
    periods: deepest.map((fall) => toDrawdown(time, fall)),
    timeUnderWater: ratio(whole(underWaterMs), whole(spanMs)),
    longestMs,
    recoveryFactor: ratio(gainAt(values.length - 1), decimalOf(drawdown.maxDrawdown)),
  };
}

const measuredPeriod = (
  period: DrawdownPeriod,
  peakEquity: ExactDecimal,
  depth: ExactDecimal,
): MeasuredPeriod => ({
  period,
  depth,
  peakEquity,
  share: toDouble(depth) / toDouble(peakEquity),
});

function insertByDepth(deepest: MeasuredPeriod[], fall: MeasuredPeriod): void {
  const place = deepest.findLastIndex((each) => !isDeeper(fall, each)) + 1;
  if (place === DEEPEST) return;
  deepest.splice(place, 0, fall);
  deepest.splice(DEEPEST);
}

/**
 * Returns whether drawdown `a` is deeper than drawdown `b`, as a share of its peak. The shares are compared as doubles
 * if they differ enough, otherwise exactly.
 */
function isDeeper(a: MeasuredPeriod, b: MeasuredPeriod): boolean {
  if (Math.abs(a.share - b.share) > a.share * SHARE_PRECISION) return a.share > b.share;
  return minus(times(a.depth, b.peakEquity), times(b.depth, a.peakEquity)).mantissa > 0;
}

function toDrawdown(time: Float64Array, { period, depth, peakEquity }: MeasuredPeriod): Drawdown {
  const { peak, trough, end, isOpen } = period;
  return {
    peakTime: time[peak]!,
    troughTime: time[trough]!,
    recoveredTime: isOpen ? null : time[end]!,
    peakEquity: rounded(peakEquity),
    troughEquity: rounded(minus(peakEquity, depth)),
    depth: rounded(depth),
    depthPct: ratio(times(depth, whole(100)), peakEquity)!,
    durationMs: time[end]! - time[peak]!,
  };
}
