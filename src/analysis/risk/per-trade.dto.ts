import { NullableNumber, Whole } from '../../fields/answer-fields.js';

export class PerTradeDto {
  /**
   * Closed trades.
   * @example 8
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Trades that have an rMultiple.
   * @example 7
   */
  @Whole()
  readonly rMultipleCount!: number;

  /**
   * Median plNet, account currency. Null without trades.
   * @example 4.75
   */
  @NullableNumber()
  readonly median!: number | null;

  /**
   * Standard deviation of plNet, by N − 1, account currency. Null for fewer than 2 trades.
   * @example 41.86452428
   */
  @NullableNumber()
  readonly standardDeviation!: number | null;

  /**
   * Skewness of plNet (G1). Below 0, the losses reach further from the mean than the profits. Null for fewer than 3
   * trades, or if all are equal.
   * @example 0.53004811
   */
  @NullableNumber()
  readonly skewness!: number | null;

  /**
   * Excess kurtosis of plNet (G2): 0 for a normal distribution, above 0 if there are more extreme trades. Null for
   * fewer than 4 trades, or if all are equal.
   * @example -0.84193314
   */
  @NullableNumber()
  readonly excessKurtosis!: number | null;

  /**
   * System quality number of the trades with an rMultiple; the number of trades in the formula is capped at 100. Null
   * for fewer than 2 such trades, or if all are equal.
   * @example 0.83389799
   */
  @NullableNumber()
  readonly sqn!: number | null;

  /**
   * Kelly criterion: the share of the capital to risk for the fastest growth. Negative if the trades lose money.
   * Null without a win or without a loss.
   * @example 0.31428571
   */
  @NullableNumber()
  readonly kelly!: number | null;

  /**
   * Mean plNet / its standard error. Null for fewer than 2 trades, or if all are equal.
   * @example 0.83185011
   */
  @NullableNumber()
  readonly tStatistic!: number | null;

  /**
   * Probability of a tStatistic at least as far from 0 if the expectancy is 0, 0..1, two-sided. Null for fewer than 2
   * trades, or if all are equal.
   * @example 0.43295104
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /**
   * z of the runs test over wins and losses. Below 0 they come in streaks, above 0 they alternate. Null without a win,
   * without a loss, or if there is only one of each.
   * @example -0.36380344
   */
  @NullableNumber()
  readonly runsZ!: number | null;

  /**
   * Probability that the true Sharpe ratio of a trade is above 0, 0..1. Null for fewer than 2 trades, if all are
   * equal, or if the variance of the ratio is not above 0.
   * @example 0.79458204
   */
  @NullableNumber()
  readonly probabilisticSharpe!: number | null;

  /**
   * Number of trades after which probabilisticSharpe reaches 0.95, if further trades are like these. Null if
   * probabilisticSharpe is null or the mean plNet is not above 0.
   * @example 29.00022629
   */
  @NullableNumber()
  readonly minTrackRecordLength!: number | null;

  /**
   * Number of trades after which a test at the 5 % level distinguishes the expectancy from 0 with a probability of 80
   * %, if further trades are like these; a whole number. Null if the mean plNet is 0, for fewer than 2 trades, or if
   * all are equal.
   * @example 91
   */
  @NullableNumber()
  readonly tradesNeeded!: number | null;
}
