import { intersectSpans } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { readResolution } from '../candle-reads/candle-context.js';
import { walkStored } from '../candle-reads/stored-minutes.js';
import { completeInRisk } from '../excursions/excursion.js';
import { excursionSpans } from '../excursions/excursion-window.js';
import { newExcursionWalks, walkExcursions } from '../excursions/walk-excursions.js';
import { NOTHING_CERTAIN } from '../minutes/stamp-resolution.js';
import type { CandleSettings } from '../tasks/candle-settings.js';
import type { CandleContext } from '../tasks/candle-task.js';

/**
 * Reads the upper bound of the maximum favourable excursion, in R, of each trade that has an initial risk and all bars.
 * It is the figure `r.mfe.max` of the analysis `excursions`.
 * @param places the trades with an initial risk, by asset
 * @returns the figures in ascending order
 */
export async function readFavourableMoves(
  trades: AnalysedTrades,
  places: ReadonlyMap<number, Uint32Array>,
  settings: CandleSettings,
  { reads, whole }: CandleContext,
): Promise<Float64Array> {
  const resolution = (await readResolution(reads, whole, settings)) ?? NOTHING_CERTAIN;
  const walks = newExcursionWalks(trades);
  for (const market of settings.minutes) {
    const walkers = { trades, places: places.get(market.asset) ?? new Uint32Array(), resolution, walks };
    const spans = intersectSpans(market.spans, excursionSpans(trades, walkers.places, resolution));
    await walkStored(reads, { ...market, spans }, (minutes) => walkExcursions(walkers, minutes));
  }
  const moves = [...places.values()].flatMap((ofMarket) =>
    Array.from(ofMarket, (trade) => completeInRisk(trades, walks, trade, resolution)?.mfe.max ?? NaN),
  );
  return Float64Array.from(moves.filter((move) => !Number.isNaN(move))).toSorted();
}
