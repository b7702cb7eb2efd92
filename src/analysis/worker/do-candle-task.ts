import type { Done } from '../../worker/serve-jobs.js';
import { EXACT_STAMPS, type StampResolution } from '../excursions/excursion-window.js';
import { excursionTable, memoryOf } from '../excursions/excursion-table.js';
import { newExcursionWalks, walkExcursions } from '../excursions/walk-excursions.js';
import { measuredExits, unmeasuredExits } from '../exits/exit-cells.js';
import { newExitWalks } from '../exits/exit-walks.js';
import { walkExits } from '../exits/walk-exits.js';
import { type JudgedTimestamps, judgeTimestamps } from '../timestamps/judge-timestamps.js';
import { stampResolution } from '../timestamps/stamp-resolution.js';
import { type StampedTrades, sampledTrades } from '../timestamps/stamps.js';
import type { CandleTask, ExcursionSettings, ExitSettings, TimestampSettings } from './candle-tasks.js';
import { withTradeCount } from '../../trades/with-trade-count.js';
import { candleWindows } from './candle-windows.js';
import { jsonDone } from './json-done.js';
import { hasRisk, placesByAsset } from '../../stats/ideal-r/places-by-asset.js';
import { type DetailReads, readSlice } from './sliced-details.js';
import type { SortedDetails } from './sorted-details.js';
import { type CandleReads, barsAround, walkStored } from './stored-minutes.js';

/** Computes a task that needs candles. Reads the trades and the bars. */
export async function doCandleTask(reads: CandleReads & DetailReads, task: CandleTask): Promise<Done> {
  if (task.kind === 'check') {
    const { answer } = await judgedTimestamps(reads, task.trades, task.settings);
    return jsonDone(answer, task.trades.count);
  }
  const session = await withTradeCount(reads.pool, task.session);
  const { details, whole, slice } = await readSlice(reads, session, task.slice ?? null);
  const { trades } = details;
  switch (task.kind) {
    case 'windows':
      return { result: candleWindows(trades, task.settings, whole.trades), memory: [] };
    case 'timestamps': {
      const { answer } = await judgedTimestamps(reads, sampledTrades(trades), task.settings);
      return jsonDone({ ...answer, reason: trades.count === 0 ? 'no-trades' : null }, trades.count);
    }
    case 'excursions':
      return excursions(reads, details, whole, task.settings);
    case 'exits':
      return jsonDone({ slice, ...(await exits(reads, details, task.settings)) }, trades.count);
  }
}

const judgedTimestamps = async (
  reads: CandleReads,
  trades: StampedTrades,
  { timezone, series }: TimestampSettings,
): Promise<JudgedTimestamps> => judgeTimestamps(trades, await barsAround(reads, trades, series), timezone);

async function excursions(
  reads: CandleReads,
  details: SortedDetails,
  whole: SortedDetails,
  settings: ExcursionSettings,
): Promise<Done> {
  const { trades } = details;
  const found = await readResolution(reads, whole, settings);
  const resolution = found ?? EXACT_STAMPS;
  const walks = newExcursionWalks(trades);
  const places = placesByAsset(trades);
  let bars = 0;
  for (const market of settings.minutes) {
    const walkers = { trades, places: places.get(market.asset) ?? new Uint32Array(), resolution, walks };
    bars += await walkStored(reads, market, (minutes) => walkExcursions(walkers, minutes));
  }
  const table = excursionTable(details, walks, found, bars, whole.trades.count);
  return { result: table, memory: memoryOf(table) };
}

/** Returns the resolution of the times; null if the unchanged times do not fit the candles. */
async function readResolution(
  reads: CandleReads,
  { trades }: SortedDetails,
  settings: TimestampSettings,
): Promise<StampResolution | null> {
  const { answer, shares } = await judgedTimestamps(reads, sampledTrades(trades), settings);
  if (answer.verdict !== 'aligned') return null;
  return {
    entryMs: stampResolution(trades.entryTime, shares.entries),
    exitMs: stampResolution(trades.exitTime, shares.exits),
  };
}

async function exits(
  reads: CandleReads,
  { trades }: SortedDetails,
  { grid, horizonMs, minutes }: ExitSettings,
): Promise<object> {
  const walks = newExitWalks(trades, grid);
  const places = placesByAsset(trades, hasRisk(trades));
  let bars = 0;
  for (const market of minutes) {
    const walkers = { trades, places: places.get(market.asset) ?? new Uint32Array(), horizonMs, grid, walks };
    bars += await walkStored(reads, market, (minutes) => walkExits(walkers, minutes));
  }
  if (bars === 0) {
    const eligible = [...places.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      state: 'unavailable',
      reason: 'candles-unavailable',
      ...unmeasuredExits(trades.count, eligible),
    };
  }
  return { state: 'ready', reason: 'session-finished', ...measuredExits(trades, grid, walks) };
}
