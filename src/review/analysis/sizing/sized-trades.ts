import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/** The measure of the size of a trade: the amount at risk or the notional, as a share of the equity. */
export const SIZES_BY = ['risk', 'notional'] as const;
export type SizedBy = (typeof SIZES_BY)[number];

/** Reasons why no size can be chosen. */
export const SIZING_REASONS = ['no-trades', 'no-valid-stops'] as const;
export type SizingReason = (typeof SIZING_REASONS)[number];

/** The trades whose size can be chosen, as parallel columns in trade order. */
export interface SizedTrades {
  readonly count: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly plNet: Float64Array;
  /**
   * Result of each trade divided by its size: R if the size is the risk, plNet / notional if the size is the notional.
   */
  readonly results: Float64Array;
  /** Indexes of these trades among all trades. */
  readonly places: Uint32Array;
}

/** Returns the trades that have R if the size is the risk; otherwise returns all trades. */
export function sizedTrades(trades: AnalysedTrades, by: SizedBy): SizedTrades {
  const { count, rMultiple } = trades;
  const all = new Uint32Array(count).map((_, place) => place);
  const places = by === 'risk' ? all.filter((place) => !Number.isNaN(rMultiple[place]!)) : all;
  const results =
    by === 'risk' ? valuesAt(rMultiple, places) : valuesAt(trades.plPct, places).map((pct) => pct / 100);
  return {
    count: places.length,
    entryTime: valuesAt(trades.entryTime, places),
    exitTime: valuesAt(trades.exitTime, places),
    plNet: valuesAt(trades.plNet, places),
    results,
    places,
  };
}
