import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NullableNumber, Time, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { FEEDS, type Feed } from '../../../shared/market/feeds.js';
import { measureFields } from '../measure-fields.js';
import { PercentilesDto } from '../monte-carlo/monte-carlo.dto.js';
import { TIMING_DEFINITIONS } from './timing-definitions.js';

/** A figure of the real entries, and the same figure over random entries. */
export class TimingFigureDto extends PercentilesDto {
  /**
   * Value of the real entries, measured at opens.
   * @example 14.02970297
   */
  @NullableNumber()
  readonly observed!: number | null;

  /**
   * Mean over the paths: what the drift of the market alone gives.
   * @example 1.66169755
   */
  @NullableNumber()
  readonly mean!: number | null;

  /**
   * Share of the paths whose result is at least as good as the result of the real entries, which count as one more
   * path. It is small if the timing is better than chance, and above 0.95 if the timing is worse.
   * @example 0.19180819
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /**
   * Standard error of pValue, √(p(1 − p)/paths).
   * @example 0.01245
   */
  @NullableNumber()
  readonly standardError!: number | null;
}

export class HistogramBinDto {
  /**
   * Start of the bin.
   * @example -15.52443223
   */
  readonly from!: number;

  /**
   * End of the bin, which belongs to the next bin. The end of the last bin belongs to the last bin.
   * @example -14.60014657
   */
  readonly to!: number;

  /**
   * Number of paths whose result is in the bin.
   * @example 212
   */
  @Whole()
  readonly count!: number;
}

/** The result of the real entries, and the distribution of the results of random entries. */
export class TimingNetDto extends TimingFigureDto {
  /**
   * At most 40 bins of equal width from the least to the greatest result of the paths. If all results are equal, one
   * bin without a width. Empty if a result is not finite.
   */
  readonly histogram!: HistogramBinDto[];
}

export class TimingRangeDto extends measureFields(TIMING_DEFINITIONS.range) {
  /**
   * First minute of the grid, epoch milliseconds UTC.
   * @example 1704844800000
   */
  @Time()
  readonly from!: number;

  /**
   * End of the grid, epoch milliseconds UTC.
   * @example 1704845100000
   */
  @Time()
  readonly to!: number;

  /**
   * Number of minutes of the grid.
   * @example 5
   */
  @Whole()
  readonly minutes!: number;
}

export class TimedTradesDto extends measureFields(TIMING_DEFINITIONS.trades) {
  /**
   * Number of trades.
   * @example 4
   */
  @Whole()
  readonly total!: number;

  /**
   * Number of measured trades.
   * @example 3
   */
  @Whole()
  readonly measured!: number;

  /**
   * Number of trades that end at the open at which they begin, or before.
   * @example 1
   */
  @Whole()
  readonly tooShort!: number;

  /**
   * Number of trades in markets with bars in less than 90 % of the minutes.
   * @example 0
   */
  @Whole()
  readonly noCandles!: number;

  /**
   * For the method bracket, number of trades without a stop on their losing side.
   * @example 0
   */
  @Whole()
  readonly invalidRisk!: number;
}

export class ActualResultsDto extends measureFields(TIMING_DEFINITIONS.actual) {
  /**
   * Sum of the stored results of the measured trades, account currency.
   * @example 13
   */
  readonly net!: number;

  /**
   * Mean of the stored plPct of the measured trades, percent.
   * @example 4.2
   */
  @NullableNumber()
  readonly avgPct!: number | null;

  /**
   * Mean of the stored rMultiple of the measured trades. Null if none has an initial risk.
   * @example 0.8
   */
  @NullableNumber()
  readonly avgR!: number | null;
}

export class BuyAndHoldDto extends measureFields(TIMING_DEFINITIONS.buyAndHold) {
  /**
   * Result of holding the counted markets in equal parts, without costs, account currency.
   * @example 2.49684397
   */
  @NullableNumber()
  readonly net!: number | null;

  /**
   * Result of holding the counted markets in equal parts, without costs, percent.
   * @example 9.98737586
   */
  @NullableNumber()
  readonly pct!: number | null;
}

export class MarketComparisonDto extends measureFields(TIMING_DEFINITIONS.market) {
  /**
   * Number of days in the account's time zone from the first entry to the last exit.
   * @example 41
   */
  @Whole()
  readonly days!: number;

  /**
   * Slope of the daily returns of the account over the daily returns of the markets. Null for fewer than 3 days, or if
   * returns are undefined or the market is flat.
   * @example 0.76411956
   */
  @NullableNumber()
  readonly beta!: number | null;

  /**
   * Daily return of the account that the market does not explain, percent per year. Null if beta is null.
   * @example -4.18094295
   */
  @NullableNumber()
  readonly alphaPct!: number | null;
}

export class TimedMarketDto extends measureFields(TIMING_DEFINITIONS.markets) {
  /**
   * Symbol of the market.
   * @example "BTCUSDT"
   */
  readonly symbol!: string;

  /**
   * Feed of the market.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: Feed;

  /**
   * Number of minutes of the grid, apart from closed minutes.
   * @example 5
   */
  @Whole()
  readonly requestedBars!: number;

  /**
   * Number of minutes of the grid that have a bar.
   * @example 5
   */
  @Whole()
  readonly loadedBars!: number;

  /** True if the trades of the market are measured, because at least 90 % of the minutes have a bar. */
  readonly counted!: boolean;
}

export const NullableNet = () =>
  ApiProperty({ allOf: [{ $ref: getSchemaPath(TimingNetDto) }], nullable: true });

export const NullableFigure = () =>
  ApiProperty({ allOf: [{ $ref: getSchemaPath(TimingFigureDto) }], nullable: true });
