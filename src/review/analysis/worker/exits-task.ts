import type { Done } from '../../../platform/worker/serve-jobs.js';
import { hasRisk, placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { measuredExits, unmeasuredExits } from '../exits/exit-cells.js';
import { newExitWalks } from '../exits/exit-walks.js';
import { walkExits } from '../exits/walk-exits.js';
import { decimalsByAsset } from '../fills/fill-bars.js';
import { resolutionOf } from '../minutes/stamp-resolution.js';
import { readFillBars } from './candle-context.js';
import type { ExitSettings } from './candle-tasks.js';
import { jsonDone } from './json-done.js';
import type { SlicedDetails } from './sliced-details.js';
import { type CandleReads, walkStored } from './stored-minutes.js';

/** Computes the results of other exits. */
export async function doExits(
  reads: CandleReads,
  sliced: SlicedDetails,
  settings: ExitSettings,
): Promise<Done> {
  const result = await exits(reads, sliced, settings);
  return jsonDone({ slice: sliced.slice, ...result }, sliced.details.trades.count);
}

async function exits(
  reads: CandleReads,
  { details: { trades }, whole }: SlicedDetails,
  settings: ExitSettings,
): Promise<object> {
  const { grid, horizonMs, minutes } = settings;
  const { entryMs } = resolutionOf(whole.trades);
  const decimals = await readDecimals(reads, whole.trades, settings);
  const walks = newExitWalks(trades, grid);
  const places = placesByAsset(trades, hasRisk(trades));
  let bars = 0;
  for (const market of minutes) {
    const { asset } = market;
    const walkers = {
      trades,
      places: places.get(asset) ?? new Uint32Array(),
      horizonMs,
      grid,
      entryMs,
      decimals: decimals.get(asset) ?? 0,
      walks,
    };
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

/**
 * Reads the number of decimals of the prices of each asset. These numbers are needed only if the resolution shows that
 * an entry may be at the open of its bar.
 */
async function readDecimals(
  reads: CandleReads,
  trades: AnalysedTrades,
  settings: ExitSettings,
): Promise<ReadonlyMap<number, number>> {
  const resolution = resolutionOf(trades);
  if (resolution.entryMs === 0) return new Map();
  return decimalsByAsset(trades, await readFillBars(reads, trades, settings, resolution));
}
