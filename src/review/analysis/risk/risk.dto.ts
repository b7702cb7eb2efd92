import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { SlicedAnswer, ThresholdSliceQuery } from '../slices/slice.dto.js';
import { DrawdownsDto } from './drawdowns.dto.js';
import { ExposureDto } from './exposure.dto.js';
import { PerTradeDto } from './per-trade.dto.js';
import { ReturnsDto } from './returns.dto.js';
import { MAX_ROLLING_DAYS, MIN_ROLLING_DAYS } from './rolling-returns.js';

export class RiskQuery extends ThresholdSliceQuery {
  /**
   * Risk-free interest rate, percent per year, for sharpe and sortino.
   * @example 5
   */
  @Optional()
  @QueryNumber({ minimum: -100, maximum: 1_000 })
  readonly riskFreeRate: number = 0;

  /**
   * Number of days in a rolling window. If it is given, the response has the figures of each window.
   * @example 30
   */
  @Optional()
  @QueryNumber({ minimum: MIN_ROLLING_DAYS, maximum: MAX_ROLLING_DAYS, integer: true })
  readonly rolling?: number;
}

export class RollingReturnsDto {
  /**
   * The last day of the window, in the account's time zone.
   * @example "2024-01-30"
   */
  readonly date!: string;

  /**
   * Sharpe ratio of the days of the window, for 365 days per year. Null if all their returns are equal.
   * @example 5.07737497
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * Standard deviation of the daily returns of the window times √365, percent.
   * @example 12.11729977
   */
  @NullableNumber()
  readonly volatilityPct!: number | null;
}

export class RiskAnswer extends SlicedAnswer {
  /** Reason why there are no figures; null if there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /** Daily returns of the account. */
  @ApiProperty({ type: () => ReturnsDto })
  readonly returns!: ReturnsDto;

  /** Figures of the results of single trades. */
  @ApiProperty({ type: () => PerTradeDto })
  readonly perTrade!: PerTradeDto;

  /** The periods in which the equity was below its peak. */
  @ApiProperty({ type: () => DrawdownsDto })
  readonly drawdowns!: DrawdownsDto;

  /** Exposure: the share of time and the amounts in the market. */
  @ApiProperty({ type: () => ExposureDto })
  readonly exposure!: ExposureDto;

  /**
   * Figures of each window of `rolling` days, by the last day of the window, ascending. If there are more than 2,000
   * windows, 2,000 equally spaced windows. Empty if there are fewer days than a window needs, or if the equity was not
   * above 0 at the start of a day. Null unless `rolling` is given.
   */
  @ApiProperty({ type: () => RollingReturnsDto, isArray: true, nullable: true })
  readonly rolling!: RollingReturnsDto[] | null;
}
