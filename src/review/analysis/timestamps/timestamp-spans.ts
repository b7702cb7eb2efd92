import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { type Span, mergeSpans } from '../../../shared/market/spans.js';
import type { AssetSpans } from '../tasks/candle-settings.js';
import { RUNGS_MS } from './rung-bars.js';
import { MAX_SHIFT_MS, SHIFT_STEP_MS } from './shift.js';
import { type TradeSampleStamps, stampsOf } from './stamps.js';

/**
 * Returns the minutes that the check of these trades reads. For each time, these are the minutes to which the shifts
 * move the time, extended to whole bars. The bars have the longest length for which every time could be an open time
 * after a shift.
 */
export function timestampSpans(trades: TradeSampleStamps): AssetSpans[] {
  const { time, asset } = stampsOf(trades);
  const longest = RUNGS_MS.findLast((rungMs) => canBeOnGrid(time, rungMs)) ?? MINUTE_MS;
  const lengthMs = Math.max(longest, trades.stampMs);
  const byAsset = new Map<number, Span[]>();
  for (const [stamp, t] of time.entries()) {
    const opens = (ts: number) => Math.floor(ts / lengthMs) * lengthMs;
    const span = { start: opens(t - MAX_SHIFT_MS), end: opens(t + MAX_SHIFT_MS) + lengthMs };
    byAsset.set(asset[stamp]!, [...(byAsset.get(asset[stamp]!) ?? []), span]);
  }
  return Array.from(byAsset, ([asset, spans]) => ({ asset, spans: mergeSpans(spans) }));
}

/**
 * Returns whether some shift can turn all times into multiples of the bar length. This requires that all times have the
 * same remainder and that the remainder is a multiple of `SHIFT_STEP_MS`, because every shift is a multiple of it.
 */
const canBeOnGrid = (times: Float64Array, rungMs: number): boolean =>
  times.every((time) => time % rungMs === times[0]! % rungMs) &&
  times[0]! % Math.min(rungMs, SHIFT_STEP_MS) === 0;
