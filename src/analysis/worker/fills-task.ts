import type { Done } from '../../worker/serve-jobs.js';
import { placesByAsset } from '../../stats/ideal-r/places-by-asset.js';
import { decimalsByAsset } from '../fills/fill-bars.js';
import { fillTable, memoryOfFills } from '../fills/fill-table.js';
import { newLevelWalks, walkLevels } from '../fills/level-walks.js';
import { EXACT_STAMPS } from '../minutes/stamp-resolution.js';
import { readFillBars, readResolution } from './candle-context.js';
import type { CandleSettings } from './candle-tasks.js';
import type { SortedDetails } from './sorted-details.js';
import { type CandleReads, walkStored } from './stored-minutes.js';

/** Judges the fills of all trades, as a table. */
export async function doFills(
  reads: CandleReads,
  details: SortedDetails<'target'>,
  settings: CandleSettings,
): Promise<Done> {
  const { trades } = details;
  const resolution = await readResolution(reads, trades, settings);
  const fillBars = await readFillBars(reads, trades, settings, resolution ?? EXACT_STAMPS);
  const decimals = decimalsByAsset(trades, fillBars);
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
  const table = fillTable({ trades, bars: fillBars, decimals, resolution }, walks, details, bars);
  return { result: table, memory: memoryOfFills(table) };
}
