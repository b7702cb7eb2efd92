import type { StampResolution } from '../../src/review/analysis/minutes/stamp-resolution.js';
import {
  type VolumeMinutes,
  addFillBars,
  decimalsByAsset,
  newFillBars,
} from '../../src/review/analysis/fills/fill-bars.js';
import { type FillTable, fillTable } from '../../src/review/analysis/fills/fill-table.js';
import { newLevelWalks, walkLevels } from '../../src/review/analysis/fills/level-walks.js';
import type { JudgedTrades } from '../../src/review/analysis/fills/judged-trades.js';
import { walkableOhlc } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import { EXACT_STAMPS } from '../../src/review/analysis/minutes/stamp-resolution.js';
import { placesByAsset } from '../../src/stats/ideal-r/places-by-asset.js';

/**
 * Judges the fills of trades over the bars of each asset.
 * @param barsOf the bars of each asset in parts, by the position of the asset; an empty list if no bar of the asset is
 * known
 */
export function judgedFills(
  trades: JudgedTrades,
  barsOf: readonly (readonly VolumeMinutes[])[],
  resolution: StampResolution | null,
): FillTable {
  const bars = newFillBars(trades);
  const walks = newLevelWalks(trades);
  const places = placesByAsset(trades);
  for (const [asset, of] of places)
    for (const part of barsOf[asset] ?? [])
      addFillBars({ trades, asset, places: of, resolution: resolution ?? EXACT_STAMPS, bars }, part);
  const decimals = decimalsByAsset(trades, bars);
  for (const [asset, of] of places)
    for (const part of barsOf[asset] ?? [])
      walkLevels(
        { trades, places: of, resolution, decimals: decimals.get(asset)!, walks },
        walkableOhlc(part),
      );
  const ids = { bytes: new Uint8Array(16 * trades.count) };
  const WIDTH = 6;
  const names = Array.from({ length: trades.count }, (_, trade) => String(trade).padStart(WIDTH, '0'));
  const clientIds = {
    bytes: new Uint8Array(Buffer.from(names.join(''))),
    ends: Float64Array.from(names, (_, trade) => (trade + 1) * WIDTH),
  };
  return fillTable({ trades, bars, decimals, resolution }, walks, { ids, clientIds }, 1);
}
