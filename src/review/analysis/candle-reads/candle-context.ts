import { readBarMinutes } from '../../../candles/store/read-minutes.js';
import { intersectSpans, mergeSpans } from '../../../shared/market/spans.js';
import { placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import { NEVER_CLOSED, closedMinutes } from '../../../stats/ideal-r/closed-minutes.js';
import { MINUTES_PER_CHUNK, chunksOf } from '../../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type FillBars, addFillBars, newFillBars, spansOfFill } from '../fills/fill-bars.js';
import { fillsOf } from '../fills/fill-number.js';
import { type StampResolution } from '../minutes/stamp-resolution.js';
import { judgeTimestamps } from '../timestamps/judge-timestamps.js';
import { type TradeSampleStamps, sampledTrades } from '../timestamps/stamps.js';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.js';
import type { CandleSettings, TimestampSettings } from '../tasks/candle-settings.js';
import type { CandleReads } from '../tasks/candle-task.js';
import { barsAround } from './stored-minutes.js';

/** Returns whether the times of trades fit the stored candles. */
export const judgedTimestamps = async (
  reads: CandleReads,
  trades: TradeSampleStamps,
  settings: TimestampSettings,
): Promise<TimestampVerdict> =>
  judgeTimestamps(trades, await barsAround(reads, trades, settings), settings.timezone);

/** Returns the resolution of the times; null if the unchanged times do not fit the candles. */
export const readResolution = async (
  reads: CandleReads,
  trades: AnalysedTrades,
  settings: TimestampSettings,
): Promise<StampResolution | null> =>
  (await judgedTimestamps(reads, sampledTrades(trades), settings)).resolution;

/** Reads the stored bars of the fills. Only the minutes of the fills are read. */
export async function readFillBars(
  { pool, signal }: CandleReads,
  trades: AnalysedTrades,
  { minutes }: CandleSettings,
  resolution: StampResolution,
): Promise<FillBars> {
  const bars = newFillBars(trades);
  const places = placesByAsset(trades);
  for (const { asset, seriesId, spans, closesAtTimes } of minutes) {
    const walkers = { trades, asset, places: places.get(asset) ?? new Uint32Array(), resolution, bars };
    const wanted = Array.from(walkers.places).flatMap((trade) =>
      fillsOf(trade).flatMap((fill) => Object.values(spansOfFill(trades, fill, resolution))),
    );
    for (const chunk of chunksOf(intersectSpans(spans, mergeSpans(wanted)), MINUTES_PER_CHUNK)) {
      const minutes = await readBarMinutes(pool, seriesId, chunk, signal);
      addFillBars(walkers, minutes, closesAtTimes ? closedMinutes(chunk, minutes) : NEVER_CLOSED);
    }
  }
  return bars;
}
