import type { Span } from '../../market/spans.js';
import type { ExcursionTable } from '../excursions/excursion-table.js';
import type { ExitGrid } from '../exits/exit-grid.js';
import type { Slice } from '../slices/slice.js';
import type { StampedTrades } from '../timestamps/stamps.js';
import type { AssetSpans } from '../timestamps/timestamp-spans.js';
import type { TradesAt } from '../../sessions/trades-at.js';

/** Tasks of the thread that need trades and stored candles. */
export type CandleTask = { readonly session: TradesAt; readonly slice?: Slice | null } & (
  | { readonly kind: 'windows'; readonly settings: WindowSettings }
  | { readonly kind: 'excursions'; readonly settings: ExcursionSettings }
  | { readonly kind: 'exits'; readonly settings: ExitSettings }
  | { readonly kind: 'timestamps'; readonly settings: TimestampSettings }
  | { readonly kind: 'check'; readonly settings: TimestampSettings; readonly trades: StampedTrades }
);

/** Settings that determine which minutes an analysis needs. */
export type WindowSettings =
  { readonly of: 'excursions' } | { readonly of: 'exits'; readonly horizonMs: number };

export interface CandleWindows {
  readonly tradeCount: number;
  /** Number of all trades of the session. It is greater than `tradeCount` only for a slice. */
  readonly of: number;
  /** Number of trades with an initial risk. */
  readonly eligibleCount: number;
  /** Minutes of each asset that has such trades. */
  readonly markets: readonly AssetSpans[];
}

/** Minutes of an asset that are read. */
export interface MarketMinutes {
  /** Position of the asset in its session. */
  readonly asset: number;
  readonly seriesId: number;
  /** Spans in whole minutes, ascending and disjoint. */
  readonly spans: readonly Span[];
}

export interface TimestampSettings {
  readonly timezone: string;
  /** Id of the 1m series of each asset, by position of the asset; null if nothing is stored. */
  readonly series: readonly (number | null)[];
}

export interface ExcursionSettings extends TimestampSettings {
  readonly minutes: readonly MarketMinutes[];
}

export interface ExitSettings {
  readonly grid: ExitGrid;
  readonly horizonMs: number;
  readonly minutes: readonly MarketMinutes[];
}

export interface CandleResults {
  readonly windows: CandleWindows;
  readonly excursions: ExcursionTable;
}
