import type { Span } from '../../../shared/market/spans.js';
import type { CandleOutcome } from '../minutes/candle-states.js';

/** Minutes of an asset, as ascending spans that neither overlap nor touch. */
export interface AssetSpans {
  /** Index of the asset in its session. */
  readonly asset: number;
  readonly spans: readonly Span[];
}

/** An analysis that needs minutes of candles, and the time for which it follows trades after their entries. */
export type WindowsOf =
  | {
      readonly of: 'timing';
      readonly horizonMs: number;
      /** Maximum number of minutes from the first entry to the last exit, multiplied by the number of markets. */
      readonly maxMinutes: number;
    }
  | { readonly of: 'excursions' | 'fills' | 'equity' }
  | {
      readonly of: 'exits';
      readonly horizonMs: number;
      /** True if the targets depend on the excursions, which need the minutes from the entries to the exits. */
      readonly hasAutoTargets?: boolean;
    };

/** Settings that determine which minutes an analysis needs. */
export type WindowSettings = WindowsOf & Pick<TimestampSettings, 'isReplay' | 'furthest'>;

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
  /** Spans in whole minutes, ascending and disjoint, in which it is known of every minute whether it has a bar. */
  readonly spans: readonly Span[];
  /** True if a minute of the spans without a bar is a minute in which the market was closed, not a missing bar. */
  readonly closesAtTimes: boolean;
}

export interface TimestampSettings {
  readonly timezone: string;
  /** Id of the 1m series of each asset, in the order of the assets; null if no candles are stored. */
  readonly series: readonly (number | null)[];
  /**
   * True if the session is an active replay by hand. An analysis of a replay reads only bars that close at most a
   * minute after the newest trade, or by `furthest`, because later bars would show what happens next.
   */
  readonly isReplay: boolean;
  /** Latest instant whose prices the replay has shown; null if it has no playhead. */
  readonly furthest?: number | null;
}

export interface CandleSettings extends TimestampSettings {
  readonly minutes: readonly MarketMinutes[];
}

/** The settings that each task on candles has in addition to its own. */
export interface CandleTaskSettings extends CandleSettings {
  /** State and reason of a response that contains the figures. */
  readonly outcome: CandleOutcome;
}
