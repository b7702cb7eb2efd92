import { MINUTE_MS } from '../../../shared/market/intervals.js';
import {
  type Span,
  intersectSpans,
  mergeSpans,
  sharedSpans,
  spansWithin,
} from '../../../shared/market/spans.js';
import { placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import { MINUTES_PER_CHUNK, chunksOf, minutesIn } from '../../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import { EXACT_STAMPS, type StampResolution } from '../minutes/stamp-resolution.js';
import { ExposureFinder } from './exposures.js';
import { hasTooManyMinutes, openSpan } from './equity-limits.js';
import type { MarkedEquityWalk } from './equity.js';
import { markTrades } from './mark-trades.js';
import { MinuteFiller, newMinutePrices } from './minute-prices.js';
import { clearedSums, newMinuteSums } from './minute-sums.js';
import { type OpenTrades, openTrades } from './open-trades.js';

/** The stored bars of the markets of a session. */
export interface MarketBars {
  /**
   * Returns the spans of an asset in which every minute is known: either its bar is stored, or it is certain that no
   * bar exists.
   */
  readonly coveredOf: (asset: number) => readonly Span[];
  /**
   * Returns the known closes before spans, by the start of the span; null for a market that never closes. In a market
   * that closes at times, a known minute without a bar is a minute in which the market was closed.
   */
  readonly closesBefore?: (
    asset: number,
    spans: readonly Span[],
  ) => Promise<ReadonlyMap<number, number> | null>;
  /** Reads the bars of an asset within spans. */
  readonly read: (asset: number, spans: readonly Span[]) => Promise<OhlcMinutes>;
}

/**
 * The number of minutes with open trades and the number of bars found for these minutes, over all markets. Minutes in
 * which the market was closed do not count.
 */
export interface FollowedMinutes {
  readonly requested: number;
  readonly loaded: number;
}

interface FollowedMarket {
  readonly asset: number;
  readonly open: readonly Span[];
  readonly covered: readonly Span[];
  readonly opened: OpenTrades;
  readonly filler: MinuteFiller;
  /** Number of minutes with open trades; the unknown ones of them if `addsBars`. */
  readonly requested: number;
  /** True if the bars that are found are the other requested minutes, because other known minutes are closed. */
  readonly addsBars: boolean;
}

/** Returns the minutes in which trades of a market are open or may be open. */
export const openMinutes = (
  trades: AnalysedTrades,
  places: Uint32Array,
  resolution: StampResolution,
): Span[] => mergeSpans(Array.from(places, (trade) => openSpan(trades, trade, resolution)));

/**
 * Returns whether the equity of these trades has too many minutes to follow. An analysis must check this even if the
 * session had few enough minutes when its candles were loaded: trades may have been added since, up to the year 9999.
 */
export const isTooLongToFollow = (trades: AnalysedTrades, resolution: StampResolution): boolean =>
  hasTooManyMinutes(
    trades,
    resolution,
    Array.from(placesByAsset(trades).values(), (places) => openMinutes(trades, places, resolution)),
  );

/**
 * Returns the minutes in which trades of at least two markets are open, may be open, or are closed exactly at the
 * start.
 * @param markets the places of the trades of each market
 */
export function sharedMinutes(
  trades: AnalysedTrades,
  markets: readonly Uint32Array[],
  resolution: StampResolution,
): Span[] {
  if (markets.length < 2) return [];
  const touched = (trade: number): Span => {
    const { start, end } = openSpan(trades, trade, resolution);
    // At an exit at the start of a minute, other markets still stand at their previous close.
    const isClosedAtStart = resolution.exitMs === 0 && end === trades.exitTime[trade];
    return { start, end: isClosedAtStart ? end + MINUTE_MS : end };
  };
  return sharedSpans(markets.map((places) => mergeSpans(Array.from(places, touched))));
}

/** Number of minutes in a part of the timeline. The sums of a part of this size fit into the cache of a processor. */
const PART_MINUTES = 8_192;

/**
 * Follows the equity over all minutes: one part of the timeline after another, and within a part one market after
 * another.
 */
export async function followEquity(
  walk: MarkedEquityWalk,
  trades: AnalysedTrades,
  resolution: StampResolution | null,
  { coveredOf, closesBefore, read }: MarketBars,
  partMinutes = PART_MINUTES,
): Promise<FollowedMinutes> {
  const stamps = resolution ?? EXACT_STAMPS;
  const markets: FollowedMarket[] = [];
  for (const [asset, places] of placesByAsset(trades)) {
    const open = openMinutes(trades, places, stamps);
    const covered = intersectSpans(open, coveredOf(asset));
    const closes = (await closesBefore?.(asset, covered)) ?? null;
    markets.push({
      asset,
      open,
      covered,
      opened: openTrades(trades, places, stamps),
      filler: new MinuteFiller(covered, closes ?? undefined),
      // Each bar that is found is added.
      requested: minutesIn(open) - (closes ? minutesIn(covered) : 0),
      addsBars: closes !== null,
    });
  }
  const shared = sharedMinutes(
    trades,
    markets.map(({ opened }) => opened.places),
    stamps,
  );
  let loaded = 0;
  let requested = markets.reduce((sum, market) => sum + market.requested, 0);
  const sumsMemory = newMinuteSums(partMinutes);
  const pricesMemory = newMinutePrices(partMinutes);
  const exposures = new ExposureFinder(partMinutes);
  for (const chunk of chunksOf([walk.timeline], minutesPerRead(markets.length, partMinutes)).flat()) {
    const bars = new Map<number, OhlcMinutes>();
    for (const { asset, open, covered } of markets) {
      if (spansWithin(open, chunk).length > 0)
        bars.set(asset, await read(asset, spansWithin(covered, chunk)));
    }
    for (const part of chunksOf([chunk], partMinutes).flat()) {
      const sums = clearedSums(sumsMemory, part, shared);
      for (const { asset, open, opened, filler } of markets) {
        if (spansWithin(open, part).length === 0) continue;
        const prices = filler.fill(part, bars.get(asset)!, pricesMemory);
        markTrades(opened, part, prices, sums, exposures);
      }
      walk.add(part, sums);
    }
    for (const { asset, addsBars } of markets) {
      const { count } = bars.get(asset) ?? NO_BARS;
      loaded += count;
      if (addsBars) requested += count;
    }
  }
  return { requested, loaded };
}

const NO_BARS = { count: 0 } as const;

/**
 * Returns the number of minutes of the timeline whose bars are read at a time. The bars of all markets are in memory
 * together, so many markets are read in shorter steps. A step consists of whole parts.
 */
const minutesPerRead = (markets: number, partMinutes: number): number =>
  Math.max(1, Math.floor(MINUTES_PER_CHUNK / markets / partMinutes)) * partMinutes;
