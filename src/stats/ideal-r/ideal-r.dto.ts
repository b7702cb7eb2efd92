import { Id, Time, TimeframeLabel, Whole, Word } from '../../shared/fields/answer-fields.js';
import { FEEDS } from '../../shared/market/feeds.js';
import { IDEAL_R } from '../../shared/figures/definitions/ideal-r.js';
import { figureFields } from '../../shared/figures/figure-fields.js';

export const IDEAL_R_STATES = ['deferred', 'unavailable', 'pending', 'ready'] as const;
export const IDEAL_R_REASONS = [
  'session-active',
  'no-trades',
  'no-valid-stops',
  'candles-loading',
  'candles-unavailable',
  'session-finished',
] as const;
export const OBSERVATION_STATUSES = ['complete', 'incomplete'] as const;

export class IdealRObservationDto {
  /**
   * Id of the trade.
   * @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33"
   */
  @Id()
  readonly tradeId!: string;

  /**
   * `complete` if no bar is missing until the stop was touched or the target time was reached. Minutes in which the
   * market was closed are not missing.
   * @example "complete"
   */
  @Word(OBSERVATION_STATUSES)
  readonly status!: (typeof OBSERVATION_STATUSES)[number];

  /**
   * Favourable move (from the entry to bestPrice), divided by the initial risk; at least 0.
   * @example 2.35
   */
  readonly idealR!: number;

  /**
   * Best favourable extreme of the bars used (long: highest high, short: lowest low); the entry price if no bar was
   * used.
   * @example 28635
   */
  readonly bestPrice!: number;

  /**
   * Entry time, epoch milliseconds.
   * @example 1680364800000
   */
  @Time()
  readonly windowStartTime!: number;

  /**
   * Entry time plus horizonMs.
   * @example 1680451200000
   */
  @Time()
  readonly targetEndTime!: number;

  /**
   * Close of the last bar used; windowStartTime if no bar was used.
   * @example 1680377640000
   */
  @Time()
  readonly observedEndTime!: number;

  /**
   * True if a losing trade reached thresholdR before its stop; false while the status is `incomplete`.
   * @example false
   */
  readonly couldHaveProfitBreakEven!: boolean;
}

export class IdealRAnalyticsDto extends figureFields(IDEAL_R) {
  /** One observation per eligible trade, in trade order; empty unless the state is ready. */
  readonly observations!: IdealRObservationDto[];
}

export class IdealRMarketDto {
  /**
   * Symbol of the session's asset.
   * @example "BTCUSDT"
   */
  readonly symbol!: string;

  /**
   * Feed of the session's asset.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: string;

  /**
   * Timeframe of the session's asset.
   * @example "1m"
   */
  @TimeframeLabel()
  readonly sourceTimeframe!: string;

  /**
   * Interval of the bars that were walked.
   * @example "1m"
   */
  @Word(['1m'])
  readonly analysisTimeframe!: string;

  /**
   * True if at least one trade does not enter at the start of a minute. Of the entry bar of such a trade, only the
   * close counts.
   * @example false
   */
  readonly approximateEntryBar!: boolean;

  /**
   * Number of minutes in the union of the trades' windows. Minutes in which the market was closed do not count.
   * @example 1440
   */
  @Whole()
  readonly requestedBars!: number;

  /**
   * Number of requested minutes that have a bar.
   * @example 1440
   */
  @Whole()
  readonly loadedBars!: number;
}

export class IdealRAnalysisDto {
  /**
   * `deferred` while a session of the mode `manual` is active, because the analysis looks past the exits;
   * `pending` while candles load.
   * @example "ready"
   */
  @Word(IDEAL_R_STATES)
  readonly state!: (typeof IDEAL_R_STATES)[number];

  /**
   * Reason for the state.
   * @example "session-finished"
   */
  @Word(IDEAL_R_REASONS)
  readonly reason!: (typeof IDEAL_R_REASONS)[number];

  /** Figures of the analysis. */
  readonly analytics!: IdealRAnalyticsDto;

  /** One entry per market of the eligible trades; empty unless the state is ready. */
  readonly markets!: IdealRMarketDto[];
}
