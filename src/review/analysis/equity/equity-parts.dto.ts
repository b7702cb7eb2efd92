import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableNumber, NullableTime, NullableWord, Whole } from '../../../shared/fields/answer-fields.js';

/** The deepest falls below a peak, in money and in percent of the peak. These may be two different falls. */
export class EquityFallDto {
  /**
   * Deepest fall below a peak, account currency. 0 if the equity never falls.
   * @example 12
   */
  readonly money!: number;

  /** Time of the trough of the deepest fall in money, epoch milliseconds UTC. Null if there is no fall. */
  @NullableTime()
  readonly moneyTime!: number | null;

  /**
   * Deepest fall, percent of its peak. For provable and possible falls, null if the equity may have been 0 or less.
   * @example 1.18694362
   */
  @NullableNumber()
  readonly pct!: number | null;

  /** Time of the trough of the deepest fall in percent, epoch milliseconds UTC. Null if there is no fall. */
  @NullableTime()
  readonly pctTime!: number | null;
}

const NullableFall = () => ApiProperty({ allOf: [{ $ref: getSchemaPath(EquityFallDto) }], nullable: true });

@ApiExtraModels(EquityFallDto)
export class EquityDrawdownDto {
  /**
   * Falls of the realised equity, as in the statistics. They can be deeper than the falls in `closes`, because the gain
   * of an open trade can make up for the loss of a closed trade. Null if the analysis is not ready.
   */
  @NullableFall()
  readonly realised!: EquityFallDto | null;

  /** Falls of the equity at the ends of minutes. Unknown minutes are skipped. Null if the analysis is not ready. */
  @NullableFall()
  readonly closes!: EquityFallDto | null;

  /**
   * Falls that the bars prove. The proof requires that the times of the trades are exact or are the opens of their
   * bars; if the times are the closes of their bars, these falls are not proven. Null if the times do not fit the
   * candles, or if the analysis is not ready.
   */
  @NullableFall()
  readonly provable!: EquityFallDto | null;

  /**
   * The deepest falls that the bars allow. Null if a bar of an open trade is unknown, or if the analysis is not ready.
   */
  @NullableFall()
  readonly possible!: EquityFallDto | null;
}

export class EquityReturnFiguresDto {
  /**
   * Reason why figures are null although there are enough days. `no-trades`: there are no trades.
   * `equity-not-positive`: the equity was 0 or less at the start of a day. `incomplete`: the equity at the end of a
   * day is unknown. Otherwise null.
   */
  @NullableWord(['no-trades', 'equity-not-positive', 'incomplete'])
  readonly reason!: 'no-trades' | 'equity-not-positive' | 'incomplete' | null;

  /**
   * Number of days in the account's time zone from the day of the first entry to the day of the last exit, without
   * gaps.
   * @example 6
   */
  @Whole()
  readonly days!: number;

  /**
   * Sharpe ratio of daily returns, for 365 days per year. Null for fewer than 2 days, or if all returns are equal.
   * @example 7.40173751
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * Sortino ratio of daily returns, for 365 days per year. Null if no return is below the risk-free rate.
   * @example 16.61693329
   */
  @NullableNumber()
  readonly sortino!: number | null;

  /**
   * Standard deviation of daily returns times √365, percent. Null for fewer than 2 days.
   * @example 81.51938889
   */
  @NullableNumber()
  readonly volatilityPct!: number | null;

  /**
   * The 5 % quantile of the daily returns, percent: 5 % of the days are worse. A loss is negative. Null for fewer than
   * 20 days.
   * @example -0.5
   */
  @NullableNumber()
  readonly valueAtRisk95Pct!: number | null;

  /**
   * Mean return, percent, of the days at or below valueAtRisk95Pct. Null for fewer than 20 days.
   * @example -0.5
   */
  @NullableNumber()
  readonly expectedShortfall95Pct!: number | null;
}

const NullableReturns = () =>
  ApiProperty({ allOf: [{ $ref: getSchemaPath(EquityReturnFiguresDto) }], nullable: true });

@ApiExtraModels(EquityReturnFiguresDto)
export class EquityReturnsDto {
  /** Returns of the realised equity, as in risk. Null if the analysis is not ready. */
  @NullableReturns()
  readonly realised!: EquityReturnFiguresDto | null;

  /** Returns of the equity with open trades at the close of each day. Null if the analysis is not ready. */
  @NullableReturns()
  readonly marked!: EquityReturnFiguresDto | null;
}
