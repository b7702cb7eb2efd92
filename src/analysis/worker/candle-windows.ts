import { mergeSpans } from '../../market/spans.js';
import { valuesAt } from '../../figures/calculator/trade-columns.js';
import { mergedWindows } from '../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { excursionSpans } from '../excursions/excursion-window.js';
import { coarsestResolution } from '../timestamps/stamp-resolution.js';
import type { CandleWindows, WindowSettings } from './candle-tasks.js';
import { hasRisk, placesByAsset } from '../../stats/ideal-r/places-by-asset.js';

/**
 * Returns the minutes that an analysis of these trades needs.
 * @param whole all trades of the session, which determine the resolution of the times
 */
export function candleWindows(
  trades: AnalysedTrades,
  settings: WindowSettings,
  whole: AnalysedTrades = trades,
): CandleWindows {
  const isEligible = hasRisk(trades);
  const risked = placesByAsset(trades, isEligible);
  const spansOf =
    settings.of === 'exits' ? exitSpans(trades, settings.horizonMs) : possibleSpans(trades, whole);
  const places = settings.of === 'exits' ? risked : placesByAsset(trades);
  return {
    tradeCount: trades.count,
    of: whole.count,
    eligibleCount: [...risked.values()].reduce((sum, { length }) => sum + length, 0),
    markets: Array.from(places, ([asset, places]) => ({ asset, spans: spansOf(places) })).filter(
      ({ spans }) => spans.length > 0,
    ),
  };
}

const exitSpans =
  ({ entryTime }: AnalysedTrades, horizonMs: number) =>
  (places: Uint32Array) =>
    mergedWindows(valuesAt(entryTime, places), horizonMs);

/**
 * Returns the minutes that excursions need at the coarsest possible resolution of the times. The actual resolution is
 * known only after the bars have been read, but its minutes are always included.
 */
function possibleSpans({ entryTime, exitTime }: AnalysedTrades, whole: AnalysedTrades) {
  const entryMs = coarsestResolution(whole.entryTime);
  const exitMs = coarsestResolution(whole.exitTime);
  const entryBars = { entryTime, exitTime: entryTime };
  return (places: Uint32Array) =>
    mergeSpans([
      ...excursionSpans({ entryTime, exitTime }, places, { entryMs, exitMs }),
      ...excursionSpans(entryBars, places, { entryMs, exitMs: entryMs }),
    ]);
}
