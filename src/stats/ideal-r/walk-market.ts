import { DataSource } from 'typeorm';
import { CandleStore } from '../../candles/candle-store.js';
import { readMinutes } from '../../candles/read-minutes.js';
import { intersectSpans } from '../../candles/spans.js';
import type { MarketWindows } from './market-windows.js';
import { type Walkers, walkMinutes } from './walk-minutes.js';
import { walkableMinutes } from './walkable-minutes.js';
import { chunksOf, minutesIn } from './windows.js';

/** Half a year of bars, some 20 MB: what an analysis holds in memory at a time, however many years it spans. */
const MINUTES_PER_CHUNK = 262_144;

export interface WalkedMarket {
  /** Minutes in the union of the windows, and the bars found for them. */
  readonly requestedBars: number;
  readonly loadedBars: number;
  /** Minutes of which the store knows nothing, not even that they have no bar. */
  readonly unknownMinutes: number;
}

/** Walks the trades of one market over the stored bars of their windows, each of which is read once. */
export async function walkMarket(
  dataSource: DataSource,
  { asset, places, windows }: MarketWindows,
  walkers: Omit<Walkers, 'places'>,
): Promise<WalkedMarket> {
  const store = new CandleStore(dataSource);
  const series = await store.findSeries(asset.feed, asset.symbol, '1m');
  const requestedBars = minutesIn(windows);
  if (!series) return { requestedBars, loadedBars: 0, unknownMinutes: requestedBars };
  const covered = await store.coverage(series.id, windows[0]!.start, windows.at(-1)!.end);
  const known = intersectSpans(windows, covered);
  let loadedBars = 0;
  for (const spans of chunksOf(known, MINUTES_PER_CHUNK)) {
    const bars = await readMinutes(dataSource, series.id, spans);
    walkMinutes({ ...walkers, places }, walkableMinutes(bars));
    loadedBars += bars.count;
  }
  return { requestedBars, loadedBars, unknownMinutes: requestedBars - minutesIn(known) };
}
