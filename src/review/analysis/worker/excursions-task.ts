import type { Done } from '../../../platform/worker/serve-jobs.js';
import { placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import { excursionTable, memoryOf } from '../excursions/excursion-table.js';
import { newExcursionWalks, walkExcursions } from '../excursions/walk-excursions.js';
import { NOTHING_CERTAIN } from '../minutes/stamp-resolution.js';
import { readResolution } from '../candle-reads/candle-context.js';
import type { CandleSettings } from '../tasks/candle-settings.js';
import type { SlicedDetails } from './sliced-details.js';
import type { CandleReads } from '../tasks/candle-task.js';
import { walkStored } from '../candle-reads/stored-minutes.js';

/** Computes a table with the excursions of the trades. */
export async function doExcursions(
  reads: CandleReads,
  { details, whole }: SlicedDetails,
  settings: CandleSettings,
): Promise<Done> {
  const { trades } = details;
  const found = await readResolution(reads, whole.trades, settings);
  const resolution = found ?? NOTHING_CERTAIN;
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
