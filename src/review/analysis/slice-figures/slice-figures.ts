import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateFigures,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import { type TradeColumns, tradesAtPlaces } from '../../../shared/figures/calculator/trade-columns.js';
import { placesIn } from '../slices/slice-mask.js';
import { type DifferenceTest, type TestSettings, differenceTest } from './difference-test.js';

export interface SliceFiguresSettings extends StatisticsSettings {
  /** Settings of the comparison with the other trades; null if no comparison is requested. */
  readonly compare: TestSettings | null;
}

export interface SliceFigures {
  readonly reason: 'no-trades' | null;
  readonly figures: CalculatedFigures;
  /** The other trades; null if no comparison is requested. */
  readonly rest: { readonly tradeCount: number; readonly figures: CalculatedFigures } | null;
  /** Test of the difference between the slice and the other trades; null if no comparison is requested. */
  readonly test: DifferenceTest | null;
}

/**
 * Returns the statistics of a slice without the equity curve and the distribution, and compares them with the
 * statistics of the other trades.
 * @param mask 1 for each trade of the slice; null if all trades are in the slice
 * @throws RefusedQuery if the test would take too long
 */
export function sliceFigures(
  trades: TradeColumns,
  mask: Uint8Array | null,
  settings: SliceFiguresSettings,
): SliceFigures {
  const ofAll = mask ?? new Uint8Array(trades.count).fill(1);
  const places = placesIn(ofAll);
  const figures = calculateFigures(tradesAtPlaces(trades, places), settings);
  const reason = places.length === 0 ? 'no-trades' : null;
  if (settings.compare === null) return { reason, figures, rest: null, test: null };
  const others = placesIn(ofAll, 0);
  const plNet = trades.plNet.subarray(0, trades.count);
  return {
    reason,
    figures,
    rest: {
      tradeCount: others.length,
      figures: calculateFigures(tradesAtPlaces(trades, others), settings),
    },
    test: differenceTest(plNet, places, others, settings.compare),
  };
}
