import { MINUTE_MS } from '../../market/intervals.js';
import { type Span, intersectSpans, mergeSpans, spansWithin } from '../../market/spans.js';
import { placesByAsset } from '../../stats/ideal-r/places-by-asset.js';
import { chunksOf, minutesIn } from '../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import { EXACT_STAMPS, type StampResolution } from '../minutes/stamp-resolution.js';
import { openSpan } from './equity-limits.js';
import type { MarkedEquityWalk } from './equity.js';
import { markTrades } from './mark-trades.js';
import { MinuteFiller, newMinutePrices } from './minute-prices.js';
import { clearedSums, newMinuteSums } from './minute-sums.js';

/** The stored bars of the markets of a session. */
export interface MarketBars {
  /**
   * Returns the spans of an asset in which every minute is known: either its bar is stored, or it is certain that no
   * bar exists.
   */
  readonly coveredOf: (asset: number) => readonly Span[];
  /** Reads the bars of an asset within spans. */
  readonly read: (asset: number, spans: readonly Span[]) => Promise<OhlcMinutes>;
}

/** The number of minutes with open trades and the number of bars found for these minutes, over all markets. */
export interface FollowedMinutes {
  readonly requested: number;
  readonly loaded: number;
}

/** Returns the minutes in which trades of a market are open or may be open. */
export const openMinutes = (
  trades: AnalysedTrades,
  places: Uint32Array,
  resolution: StampResolution,
): Span[] => mergeSpans(Array.from(places, (trade) => openSpan(trades, trade, resolution)));

/** Number of minutes in a part of the timeline. The sums of a part of this size fit into the cache of a processor. */
const PART_MINUTES = 32_768;

/**
 * Follows the equity over all minutes: one part of the timeline after another, and within a part one market after
 * another.
 */
export async function followEquity(
  walk: MarkedEquityWalk,
  trades: AnalysedTrades,
  resolution: StampResolution | null,
  { coveredOf, read }: MarketBars,
  partMinutes = PART_MINUTES,
): Promise<FollowedMinutes> {
  const stamps = resolution ?? EXACT_STAMPS;
  const markets = Array.from(placesByAsset(trades), ([asset, places]) => {
    const open = openMinutes(trades, places, stamps);
    const covered = intersectSpans(open, coveredOf(asset));
    return {
      asset,
      open,
      covered,
      market: { trades, places, resolution: stamps },
      filler: new MinuteFiller(covered),
    };
  });
  let loaded = 0;
  const memory = { sums: newMinuteSums(partMinutes), prices: newMinutePrices(partMinutes) };
  for (const part of chunksOf([walk.timeline], partMinutes).flat()) {
    const sums = clearedSums(memory.sums, (part.end - part.start) / MINUTE_MS);
    for (const { asset, open, covered, market, filler } of markets) {
      if (spansWithin(open, part).length === 0) continue;
      const bars = await read(asset, spansWithin(covered, part));
      markTrades(market, part, filler.fill(part, bars, memory.prices), sums);
      loaded += bars.count;
    }
    walk.add(part, sums);
  }
  return { requested: markets.reduce((sum, { open }) => sum + minutesIn(open), 0), loaded };
}
