import { readMinutes, readOhlcMinutes } from '../../../candles/store/read-minutes.js';
import { NEVER_CLOSED, closedMinutes } from '../../../stats/ideal-r/closed-minutes.js';
import { MINUTES_PER_CHUNK, chunksOf } from '../../../stats/ideal-r/windows.js';
import { type WalkableOhlc, walkableOhlc } from '../minutes/ohlc-minutes.js';
import type { BarsOf } from '../timestamps/price-fits.js';
import type { Ranges } from '../timestamps/rung-bars.js';
import type { TradeSampleStamps } from '../timestamps/stamps.js';
import { timestampSpans } from '../timestamps/timestamp-spans.js';
import { untilNewest } from '../minutes/replay.js';
import type { MarketMinutes, TimestampSettings } from '../tasks/candle-settings.js';
import type { CandleReads } from '../tasks/candle-task.js';

/**
 * Walks over the stored bars of a market in order of time. Reads the bars in parts, so that only one part is in
 * memory at a time.
 * @returns the number of bars
 */
export async function walkStored(
  { pool, signal }: CandleReads,
  { seriesId, spans, closesAtTimes }: MarketMinutes,
  walk: (minutes: WalkableOhlc) => void,
): Promise<number> {
  let count = 0;
  for (const chunk of chunksOf(spans, MINUTES_PER_CHUNK)) {
    const bars = await readOhlcMinutes(pool, seriesId, chunk, signal);
    walk(walkableOhlc(bars, closesAtTimes ? closedMinutes(chunk, bars) : NEVER_CLOSED));
    count += bars.count;
  }
  return count;
}

const NO_RANGES: Ranges = {
  count: 0,
  ts: new Float64Array(0),
  low: new Float64Array(0),
  high: new Float64Array(0),
};

/** Reads the stored bars around the times of trades. */
export async function barsAround(
  { pool, signal }: CandleReads,
  trades: TradeSampleStamps,
  { series, isReplay, furthest }: Pick<TimestampSettings, 'series' | 'isReplay' | 'furthest'>,
): Promise<BarsOf> {
  const bars = new Map<number, Ranges>();
  for (const { asset, spans } of timestampSpans(trades)) {
    const seriesId = series[asset] ?? null;
    if (seriesId === null) continue;
    const read = isReplay ? untilNewest(spans, trades.newestStamp, furthest) : spans;
    bars.set(asset, await readMinutes(pool, seriesId, read, signal));
  }
  return (asset) => bars.get(asset) ?? NO_RANGES;
}
