import { type Span, mergeSpans } from '../../../shared/market/spans.js';
import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import { hasRisk, placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import { mergedWindows } from '../../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { hasTooManyMinutes } from '../equity/equity-limits.js';
import { openMinutes } from '../equity/follow-equity.js';
import { excursionSpans } from '../excursions/excursion-window.js';
import { MAX_TRADES_FOR_CANDLES } from '../minutes/candle-states.js';
import { barsBefore, ownBars } from '../minutes/own-bars.js';
import { untilNewest } from '../minutes/replay.js';
import { type StampResolution, resolutionOf } from '../minutes/stamp-resolution.js';
import { hasTooLongGrids, timingSpan } from '../timing/timing-span.js';
import { newestStamp } from '../timestamps/stamps.js';
import type { AssetSpans, CandleWindows, WindowSettings } from '../tasks/candle-settings.js';

/**
 * Returns the minutes that an analysis of these trades needs.
 * @param whole all trades of the session, which determine the resolution of the times and the ticks of prices
 */
export function candleWindows(
  trades: AnalysedTrades,
  settings: WindowSettings,
  whole: AnalysedTrades = trades,
): CandleWindows {
  const resolution = resolutionOf(whole);
  const risked = placesByAsset(trades, hasRisk(trades));
  const newest = newestStamp(whole);
  const eligibleCount = [...risked.values()].reduce((sum, { length }) => sum + length, 0);
  // If there are too many trades, the trades are not analysed. Their minutes would take too much memory, so they are
  // not computed.
  if (trades.count > MAX_TRADES_FOR_CANDLES)
    return {
      tradeCount: trades.count,
      of: whole.count,
      eligibleCount,
      markets: [],
      hasTooManyMinutes: false,
    };
  const places = settings.of === 'exits' ? risked : placesByAsset(trades);
  const spansOf = spansFor(trades, settings, resolution, whole);
  const wanted: AssetSpans[] = Array.from(places, ([asset, of]) => ({ asset, spans: spansOf(of) }));
  if (trades !== whole) wanted.push(...tickSpans(whole, settings, resolution));
  const spans = mergedByAsset(wanted);
  return {
    tradeCount: trades.count,
    of: whole.count,
    eligibleCount,
    markets: spans
      .map(({ asset, spans }) => ({
        asset,
        spans: settings.isReplay ? untilNewest(spans, newest, settings.furthest) : spans,
      }))
      .filter(({ spans }) => spans.length > 0),
    hasTooManyMinutes:
      (settings.of === 'equity' &&
        hasTooManyMinutes(
          trades,
          resolution,
          spans.map(({ spans }) => spans),
        )) ||
      (settings.of === 'timing' && hasTooLongGrids(whole, places.size, settings.maxMinutes)),
  };
}

/**
 * Returns the minutes from which the ticks of prices are read. Even for a slice, the ticks come from all trades. The
 * end of the grid of timing also comes from all trades, because it depends on the opens at the last exits of the
 * session.
 */
function tickSpans(whole: AnalysedTrades, { of }: WindowSettings, resolution: StampResolution): AssetSpans[] {
  if (of !== 'fills' && of !== 'exits' && of !== 'timing') return [];
  if (of === 'exits' && resolution.entryMs === 0) return [];
  return Array.from(placesByAsset(whole), ([asset, places]) => ({
    asset,
    spans: mergeSpans(ownSpans(whole, places, resolution)),
  }));
}

/** Merges the minutes of each market. The markets are in the order in which they first appear. */
function mergedByAsset(wanted: readonly AssetSpans[]): AssetSpans[] {
  const byAsset = new Map<number, Span[]>();
  for (const { asset, spans } of wanted) byAsset.set(asset, [...(byAsset.get(asset) ?? []), ...spans]);
  return Array.from(byAsset, ([asset, spans]) => ({ asset, spans: mergeSpans(spans) }));
}

function spansFor(
  trades: AnalysedTrades,
  settings: WindowSettings,
  resolution: StampResolution,
  whole: AnalysedTrades,
): (places: Uint32Array) => Span[] {
  switch (settings.of) {
    case 'excursions':
      return (places) =>
        mergeSpans([...excursionSpans(trades, places, resolution), ...ownSpans(trades, places, resolution)]);
    case 'equity':
      return (places) => openMinutes(trades, places, resolution);
    case 'fills':
      return (places) =>
        mergeSpans([...excursionSpans(trades, places, resolution), ...fillSpans(trades, places, resolution)]);
    case 'timing':
      return () => [timingSpan(whole, resolution, settings.horizonMs)];
    case 'exits':
      return (places) =>
        mergeSpans([
          ...exitSpans(trades, places, resolution, settings.horizonMs),
          ...(settings.hasAutoTargets ? excursionSpans(trades, places, resolution) : []),
        ]);
  }
}

/** Returns the minutes in which the fills may lie if their times are exact or are the opens of their bars. */
const ownSpans = (
  trades: AnalysedTrades,
  places: Uint32Array,
  { entryMs, exitMs }: StampResolution,
): Span[] =>
  Array.from(places).flatMap((trade) => [
    ownBars(trades.entryTime[trade]!, entryMs),
    ownBars(trades.exitTime[trade]!, exitMs),
  ]);

/**
 * Returns the minutes in which the fills may lie if their times are the opens of their bars, and also the minutes in
 * which they may lie if their times are the closes of their bars.
 */
const fillSpans = (
  trades: AnalysedTrades,
  places: Uint32Array,
  { entryMs, exitMs }: StampResolution,
): Span[] => [
  ...ownSpans(trades, places, { entryMs, exitMs }),
  ...Array.from(places).flatMap((trade) => [
    barsBefore(trades.entryTime[trade]!, entryMs),
    barsBefore(trades.exitTime[trade]!, exitMs),
  ]),
];

/**
 * Returns the minutes that the analysis of exits needs of an asset: the minutes that it follows and, if the resolution
 * shows that an entry may be at the open of its bar, the minutes of the fills.
 */
function exitSpans(
  trades: AnalysedTrades,
  places: Uint32Array,
  resolution: StampResolution,
  horizonMs: number,
): Span[] {
  const followed = mergedWindows(valuesAt(trades.entryTime, places), horizonMs);
  return resolution.entryMs === 0
    ? followed
    : mergeSpans([...followed, ...ownSpans(trades, places, resolution)]);
}
