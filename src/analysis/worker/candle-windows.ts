import { type Span, mergeSpans } from '../../market/spans.js';
import { valuesAt } from '../../figures/calculator/trade-columns.js';
import { hasRisk, placesByAsset } from '../../stats/ideal-r/places-by-asset.js';
import { mergedWindows } from '../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { excursionSpans } from '../excursions/excursion-window.js';
import { ownBars } from '../minutes/own-bars.js';
import { untilNewest } from '../minutes/replay.js';
import { type StampResolution, resolutionOf } from '../minutes/stamp-resolution.js';
import { newestStamp } from '../timestamps/stamps.js';
import type { CandleWindows, WindowSettings } from './candle-tasks.js';

/** Returns the minutes that an analysis of these trades needs. */
export function candleWindows(trades: AnalysedTrades, settings: WindowSettings): CandleWindows {
  const risked = placesByAsset(trades, hasRisk(trades));
  const spansOf = spansFor(trades, settings);
  const newest = newestStamp(trades);
  const places = settings.of === 'exits' ? risked : placesByAsset(trades);
  return {
    tradeCount: trades.count,
    eligibleCount: [...risked.values()].reduce((sum, { length }) => sum + length, 0),
    markets: Array.from(places, ([asset, places]) => {
      const spans = spansOf(places);
      return { asset, spans: settings.isReplay ? untilNewest(spans, newest) : spans };
    }).filter(({ spans }) => spans.length > 0),
  };
}

function spansFor(trades: AnalysedTrades, settings: WindowSettings): (places: Uint32Array) => Span[] {
  const resolution = resolutionOf(trades);
  switch (settings.of) {
    case 'excursions':
      return (places) =>
        mergeSpans([...excursionSpans(trades, places, resolution), ...ownSpans(trades, places, resolution)]);
    case 'exits':
      return (places) => exitSpans(trades, places, resolution, settings.horizonMs);
  }
}

/** Returns the minutes in which the fills may lie. */
const ownSpans = (
  trades: AnalysedTrades,
  places: Uint32Array,
  { entryMs, exitMs }: StampResolution,
): Span[] =>
  Array.from(places).flatMap((trade) => [
    ownBars(trades.entryTime[trade]!, entryMs),
    ownBars(trades.exitTime[trade]!, exitMs),
  ]);

/** The minutes of the fills are needed only if entries can be at the open of their bar. */
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
