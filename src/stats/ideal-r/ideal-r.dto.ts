import { ApiProperty } from '@nestjs/swagger';
import { FEEDS, INTERVALS } from '../../candles/intervals.js';

const INTEGER = { type: 'integer' } as const;
const INSTANT = { type: 'integer', format: 'int64' } as const;

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
  /** @example "0199a8f0-6a52-7f10-a2c4-8d1b7e0c9a33" */
  @ApiProperty({ format: 'uuid' })
  readonly tradeId!: string;

  /** `complete`: the stop was touched or the target time reached with no bar missing. */
  @ApiProperty({ enum: OBSERVATION_STATUSES, example: 'complete' })
  readonly status!: (typeof OBSERVATION_STATUSES)[number];

  /**
   * Favourable move from the entry to bestPrice / initial risk, from 0.
   * @example 2.35
   */
  readonly idealR!: number;

  /**
   * Best favourable extreme of the bars used (long: highest high, short: lowest low); the entry price if none.
   * @example 28635
   */
  readonly bestPrice!: number;

  /**
   * Entry time, epoch milliseconds.
   * @example 1680364800000
   */
  @ApiProperty(INSTANT)
  readonly windowStartTime!: number;

  /**
   * Entry time plus horizonMs.
   * @example 1680451200000
   */
  @ApiProperty(INSTANT)
  readonly targetEndTime!: number;

  /**
   * Close of the last bar used; windowStartTime if none was.
   * @example 1680377640000
   */
  @ApiProperty(INSTANT)
  readonly observedEndTime!: number;

  /**
   * Whether a losing trade reached thresholdR before its stop; false while incomplete.
   * @example false
   */
  readonly couldHaveProfitBreakEven!: boolean;
}

export class IdealRAnalyticsDto {
  /**
   * How far past the entry the analysis looks, ms.
   * @example 86400000
   */
  @ApiProperty(INTEGER)
  readonly horizonMs!: number;

  /**
   * Ideal R from which a losing trade could have been moved to break-even.
   * @example 1
   */
  readonly thresholdR!: number;

  /**
   * All trades of the session: eligible + invalid risk.
   * @example 3
   */
  @ApiProperty(INTEGER)
  readonly totalTrades!: number;

  /**
   * Trades with a stop on the losing side: measured + incomplete.
   * @example 3
   */
  @ApiProperty(INTEGER)
  readonly eligibleTrades!: number;

  /**
   * Trades whose observation is complete.
   * @example 3
   */
  @ApiProperty(INTEGER)
  readonly measuredTrades!: number;

  /** @example 0 */
  @ApiProperty(INTEGER)
  readonly incompleteTrades!: number;

  /**
   * Trades without a stop on the losing side.
   * @example 0
   */
  @ApiProperty(INTEGER)
  readonly invalidRiskTrades!: number;

  /**
   * Measured trades that are losses.
   * @example 1
   */
  @ApiProperty(INTEGER)
  readonly losingMeasuredTrades!: number;

  /**
   * Mean idealR of the measured trades. 0 also when measuredTrades is 0.
   * @example 2.1
   */
  readonly averageIdealR!: number;

  /**
   * Largest idealR of the measured trades. 0 also when measuredTrades is 0.
   * @example 3.4
   */
  readonly maxIdealR!: number;

  /**
   * Losing measured trades with idealR ≥ thresholdR.
   * @example 1
   */
  @ApiProperty(INTEGER)
  readonly couldHaveProfitBreakEvenCount!: number;

  /**
   * couldHaveProfitBreakEvenCount / losingMeasuredTrades. 0 also when losingMeasuredTrades is 0.
   * @example 1
   */
  readonly couldHaveProfitBreakEvenRate!: number;

  /** One per eligible trade, in trade order; empty unless the state is ready. */
  readonly observations!: IdealRObservationDto[];
}

export class IdealRMarketDto {
  /** @example "BTCUSDT" */
  readonly symbol!: string;

  @ApiProperty({ enum: FEEDS, example: 'venue-spot' })
  readonly feed!: string;

  /** Timeframe of the session's asset. */
  @ApiProperty({ enum: INTERVALS, example: '1m' })
  readonly sourceTimeframe!: string;

  /** Interval of the bars that were walked. */
  @ApiProperty({ enum: ['1m'], example: '1m' })
  readonly analysisTimeframe!: string;

  /**
   * Whether a trade entered off the minute, so that of its entry bar only the close counts.
   * @example false
   */
  readonly approximateEntryBar!: boolean;

  /**
   * Minutes in the union of the trades' windows.
   * @example 1440
   */
  @ApiProperty(INTEGER)
  readonly requestedBars!: number;

  /**
   * Those of them for which there is a bar.
   * @example 1440
   */
  @ApiProperty(INTEGER)
  readonly loadedBars!: number;
}

export class IdealRAnalysisDto {
  /** `deferred` while the session is active, since the analysis looks past the exits; `pending` while candles load. */
  @ApiProperty({ enum: IDEAL_R_STATES, example: 'ready' })
  readonly state!: (typeof IDEAL_R_STATES)[number];

  /** Why the state is what it is. */
  @ApiProperty({ enum: IDEAL_R_REASONS, example: 'session-finished' })
  readonly reason!: (typeof IDEAL_R_REASONS)[number];

  readonly analytics!: IdealRAnalyticsDto;

  /** One per market of the eligible trades; empty unless the state is ready. */
  readonly markets!: IdealRMarketDto[];
}
