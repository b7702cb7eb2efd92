import type { Done } from '../../../platform/worker/serve-jobs.js';
import { placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import { decimalsByAsset } from '../fills/fill-bars.js';
import { fillTable, memoryOfFills } from '../fills/fill-table.js';
import { newLevelWalks, walkLevels } from '../fills/level-walks.js';
import { EXACT_STAMPS } from '../minutes/stamp-resolution.js';
import { readFillBars, readResolution } from '../candle-reads/candle-context.js';
import type { CandleSettings } from '../tasks/candle-settings.js';
import type { SlicedDetails } from './sliced-details.js';
import type { SortedDetails } from './sorted-details.js';
import type { CandleReads } from '../tasks/candle-task.js';
import { walkStored } from '../candle-reads/stored-minutes.js';

/**
 * Judges the fills of the trades and returns a table of findings. The resolution and the ticks are computed from all
 * trades of the session.
 */
export async function doFills(
  reads: CandleReads,
  { details, whole }: SlicedDetails<SortedDetails<'target' | 'qty'>>,
  settings: CandleSettings,
): Promise<Done> {
  const { trades } = details;
  const resolution = await readResolution(reads, whole.trades, settings);
  const fillBars = await readFillBars(reads, trades, settings, resolution ?? EXACT_STAMPS);
  const isWhole = details === whole;
  const wholeBars = isWhole
    ? fillBars
    : await readFillBars(reads, whole.trades, settings, resolution ?? EXACT_STAMPS);
  const decimals = decimalsByAsset(whole.trades, wholeBars);
  const walks = newLevelWalks(trades);
  const places = placesByAsset(trades);
  let bars = 0;
  for (const market of settings.minutes) {
    const walkers = {
      trades,
      places: places.get(market.asset) ?? new Uint32Array(),
      resolution,
      decimals: decimals.get(market.asset)!,
      walks,
    };
    bars += await walkStored(reads, market, (minutes) => walkLevels(walkers, minutes));
  }
  const table = fillTable(
    { trades, bars: fillBars, decimals, resolution },
    walks,
    details,
    bars,
    whole.trades.count,
  );
  return { result: table, memory: memoryOfFills(table) };
}
