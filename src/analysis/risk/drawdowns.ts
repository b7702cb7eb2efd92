import { type ExactDecimal, decimalOf, minus, rounded, times } from '../../decimal/exact-decimal.js';
import { ratio, whole } from '../../decimal/exact-sum.js';
import { unitColumn } from '../../decimal/unit-column.js';
import type { EquityCurve, EquityWalk } from '../../stats/calculator/equity-curve.js';
import { type DrawdownPeriod, eachDrawdownPeriod } from './drawdown-periods.js';

/** The longest list of periods. */
const DEEPEST = 10;

/** Times are epoch ms; equity and depth = peakEquity − troughEquity in account currency, depthPct in percent of the peak. */
export interface Drawdown {
  /** Of the last point at the peak. */
  readonly peakTime: number;
  /** Of the first of equal troughs. */
  readonly troughTime: number;
  /** Of the first point as high as the peak again; null while there is none. */
  readonly recoveredTime: number | null;
  readonly peakEquity: number;
  readonly troughEquity: number;
  readonly depth: number;
  readonly depthPct: number;
  /** From the peak to the recovery, or to the last point. */
  readonly durationMs: number;
}

export interface Drawdowns {
  /** The ten deepest in percent, the deepest first, of equal ones the earlier. */
  readonly periods: readonly Drawdown[];
  /** Σ of the durations of all periods / time from the first point to the last, 0..1; null without a trade. */
  readonly timeUnderWater: number | null;
  /** The longest duration of all periods; null without a period. */
  readonly longestMs: number | null;
  /** plNet / maxDrawdown; null without a drawdown. */
  readonly recoveryFactor: number | null;
}

/**
 * The periods in which the equity curve of the statistics is below its peak. They are found and compared in units of
 * 1e-8, so that equal depths are equal.
 */
export function drawdownsOf({ curve, drawdown }: EquityWalk, plNet: ExactDecimal): Drawdowns {
  const { time } = curve;
  const units = unitColumn(curve.equity);
  const deepest: DrawdownPeriod[] = [];
  let underWaterMs = 0;
  let longestMs: number | null = null;
  const share = ({ peak, trough }: DrawdownPeriod) => (units[peak]! - units[trough]!) / units[peak]!;
  eachDrawdownPeriod(units, (period) => {
    const durationMs = time[period.end]! - time[period.peak]!;
    underWaterMs += durationMs;
    longestMs = Math.max(longestMs ?? 0, durationMs);
    insertByDepth(deepest, period, share);
  });
  const spanMs = time.length === 0 ? 0 : time.at(-1)! - time[0]!;
  return {
    periods: deepest.map((period) => toDrawdown(curve, period)),
    timeUnderWater: ratio(whole(underWaterMs), whole(spanMs)),
    longestMs,
    recoveryFactor: ratio(plNet, decimalOf(drawdown.maxDrawdown)),
  };
}

function insertByDepth(
  deepest: DrawdownPeriod[],
  period: DrawdownPeriod,
  share: (period: DrawdownPeriod) => number,
): void {
  const own = share(period);
  const place = deepest.findLastIndex((each) => share(each) >= own) + 1;
  if (place === DEEPEST) return;
  deepest.splice(place, 0, period);
  deepest.splice(DEEPEST);
}

function toDrawdown({ time, equity }: EquityCurve, { peak, trough, end, isOpen }: DrawdownPeriod): Drawdown {
  const peakEquity = decimalOf(equity[peak]!);
  const depth = minus(peakEquity, decimalOf(equity[trough]!));
  return {
    peakTime: time[peak]!,
    troughTime: time[trough]!,
    recoveredTime: isOpen ? null : time[end]!,
    peakEquity: equity[peak]!,
    troughEquity: equity[trough]!,
    depth: rounded(depth),
    depthPct: ratio(times(depth, whole(100)), peakEquity)!,
    durationMs: time[end]! - time[peak]!,
  };
}
