import type { Span } from '../../../shared/market/spans.js';
import type { EquitySettings } from '../equity/equity.js';
import type { ExcursionTable } from '../excursions/excursion-table.js';
import type { ExitGrid } from '../exits/exit-grid.js';
import type { FillTable } from '../fills/fill-table.js';
import type { TradeSampleStamps } from '../timestamps/stamps.js';
import type { CandleOutcome } from '../minutes/candle-states.js';
import type { TimingMethod } from '../timing/timing-limits.js';
import type { Slice } from '../slices/slice.js';
import type { AssetSpans } from '../timestamps/timestamp-spans.js';
import type { TradesAt } from '../../../sessions/trades-at.js';

/** Tasks of the thread that need both trades and stored candles. */
export type CandleTask = { readonly session: TradesAt; readonly slice?: Slice | null } & (
  | { readonly kind: 'windows'; readonly settings: WindowSettings }
  | { readonly kind: 'excursions'; readonly settings: CandleSettings }
  | { readonly kind: 'exits'; readonly settings: ExitSettings }
  | { readonly kind: 'equity'; readonly settings: EquityTaskSettings }
  | { readonly kind: 'fills'; readonly settings: CandleSettings }
  | { readonly kind: 'timing'; readonly settings: TimingTaskSettings }
  | { readonly kind: 'timestamps'; readonly settings: TimestampSettings }
  | { readonly kind: 'check'; readonly settings: TimestampSettings; readonly trades: TradeSampleStamps }
);

/** An analysis that needs minutes of candles, and the time for which it follows trades after their entries. */
export type WindowsOf =
  | {
      readonly of: 'timing';
      readonly horizonMs: number;
      /** Maximum number of minutes from the first entry to the last exit, multiplied by the number of markets. */
      readonly maxMinutes: number;
    }
  | { readonly of: 'excursions' | 'fills' | 'equity' }
  | { readonly of: 'exits'; readonly horizonMs: number };

/** Settings that determine which minutes an analysis needs. */
export type WindowSettings = WindowsOf & Pick<TimestampSettings, 'isReplay'>;

export interface CandleWindows {
  readonly tradeCount: number;
  /** Number of all trades of the session. It is greater than `tradeCount` only for a slice. */
  readonly of: number;
  /** Number of trades with an initial risk. */
  readonly eligibleCount: number;
  /** The minutes that are needed of each asset with trades. */
  readonly markets: readonly AssetSpans[];
  /** True if the trades span more minutes than the limit of the analysis. */
  readonly hasTooManyMinutes: boolean;
}

/** The minutes of an asset that are read. */
export interface MarketMinutes {
  /** Index of the asset in its session. */
  readonly asset: number;
  readonly seriesId: number;
  /** Spans in whole minutes, ascending and disjoint. */
  readonly spans: readonly Span[];
}

export interface TimestampSettings {
  readonly timezone: string;
  /** Id of the 1m series of each asset, in the order of the assets; null if no candles are stored. */
  readonly series: readonly (number | null)[];
  /**
   * True if the session is an active replay by hand. An analysis of a replay reads only bars that close at most a
   * minute after the newest trade, because later bars would show what happens next.
   */
  readonly isReplay: boolean;
}

export interface CandleSettings extends TimestampSettings {
  readonly minutes: readonly MarketMinutes[];
}

export interface ExitSettings extends CandleSettings {
  readonly grid: ExitGrid;
  readonly horizonMs: number;
}

export interface EquityTaskSettings extends CandleSettings, EquitySettings {
  /** State and reason of a response that contains the equity. */
  readonly outcome: CandleOutcome;
}

export interface TimingTaskSettings extends CandleSettings {
  readonly method: TimingMethod;
  /** Number of paths; null for the default. */
  readonly paths: number | null;
  readonly seed: number;
  /** Time for which a bracket is followed, ms; 0 for shifts, which use no bars after the exits. */
  readonly horizonMs: number;
  readonly initialBalance: number;
  /** State and reason of a response that has measured trades. */
  readonly outcome: CandleOutcome;
}

export interface CandleResults {
  readonly windows: CandleWindows;
  readonly excursions: ExcursionTable;
  readonly fills: FillTable;
}
