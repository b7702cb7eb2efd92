import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableNumber, Time, Word } from '../../../shared/fields/answer-fields.js';
import { OneOf, Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { SliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { INTERVALS, type Interval } from '../../../shared/market/intervals.js';
import { measureFields } from '../measure-fields.js';
import { StampResolutionDto } from '../excursions/excursions.dto.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';
import { EQUITY_DEFINITIONS } from './equity-definitions.js';
import { EquityDrawdownDto, EquityReturnsDto } from './equity-parts.dto.js';

const POINT_STATUSES = ['complete', 'incomplete'] as const;

export class EquityQuery extends SliceQuery {
  /**
   * Length of the bars of the points.
   * @example "1d"
   */
  @Optional()
  @OneOf(INTERVALS)
  readonly interval: Interval = '1h';

  /**
   * Risk-free interest rate, percent per year, for sharpe and sortino.
   * @example 5
   */
  @Optional()
  @QueryNumber({ minimum: -100, maximum: 1_000 })
  readonly riskFreeRate: number = 0;
}

export class MarkedPointDto extends measureFields(EQUITY_DEFINITIONS.points) {
  /**
   * Open time of the first bar of the point, epoch milliseconds UTC.
   * @example 1704844800000
   */
  @Time()
  readonly time!: number;

  /**
   * Realised equity at the end of the bar: initial balance and results of closed trades, account currency.
   * @example 1003
   */
  readonly realised!: number;

  /**
   * Equity at the end of the bar with open trades at the close, account currency. Null if the last minute is unknown.
   * @example 1007
   */
  @NullableNumber()
  readonly close!: number | null;

  /**
   * Least equity within the bar that the 1m bars allow, account currency. Null if a minute is unknown.
   * @example 1001
   */
  @NullableNumber()
  readonly min!: number | null;

  /**
   * Greatest equity within the bar that the 1m bars allow, account currency. Null if a minute is unknown.
   * @example 1016
   */
  @NullableNumber()
  readonly max!: number | null;

  /**
   * `incomplete` if a bar of an open trade is unknown.
   * @example "complete"
   */
  @Word(POINT_STATUSES)
  readonly status!: (typeof POINT_STATUSES)[number];
}

export class FollowedMinutesDto extends measureFields(EQUITY_DEFINITIONS.minutes) {}

@ApiExtraModels(StampResolutionDto)
export class EquityAnswer extends measureFields(EQUITY_DEFINITIONS, SlicedAnswer) {
  /**
   * State of the analysis.
   * @example "ready"
   */
  @Word(CANDLE_STATES)
  readonly state!: CandleState;

  /**
   * Reason for the state.
   * @example "session-finished"
   */
  @Word(CANDLE_REASONS)
  readonly reason!: CandleReason;

  /** Resolution of the times; null if the times do not fit the candles, or if the analysis is not ready. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(StampResolutionDto) }], nullable: true })
  readonly resolution!: StampResolutionDto | null;

  /**
   * Length of the bars of the points.
   * @example "1h"
   */
  @Word(INTERVALS)
  readonly interval!: Interval;

  /** The equity from the first entry to the last exit, at most 2,000 points. */
  readonly points!: MarkedPointDto[];

  /**
   * Least equity that the bars allow, account currency. Null if a bar of an open trade is unknown.
   * @example 991
   */
  @NullableNumber()
  readonly lowest!: number | null;

  /** Deepest falls of the equity over all minutes. They are the same for every interval. */
  @ApiProperty({ type: () => EquityDrawdownDto })
  readonly drawdown!: EquityDrawdownDto;

  /** Daily returns of the account. */
  @ApiProperty({ type: () => EquityReturnsDto })
  readonly returns!: EquityReturnsDto;

  /** The minutes that were read. */
  readonly minutes!: FollowedMinutesDto;
}
