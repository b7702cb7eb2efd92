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
   * Standard deviation of plNet, by N − 1, account currency. Null below 2 trades.
   * @example 41.86452428
   */
  @NullableNumber()
  readonly standardDeviation!: number | null;

  /**
   * Skewness of plNet (G1); below 0 the losses reach farther from the mean than the profits. Null below 3 trades, and if all
   * are equal.
   * @example 0.53004811
   */
  @NullableNumber()
  readonly skewness!: number | null;

  /**
   * Excess kurtosis of plNet (G2), 0 of a normal distribution; above 0 there are more extreme trades. Null below 4 trades, and
   * if all are equal.
   * @example -0.84193314
   */
  @NullableNumber()
  readonly excessKurtosis!: number | null;

  /**
   * System quality number over the trades with an rMultiple, of which 100 count at most. Null below 2 of them, and if all are
   * equal.
   * @example 0.83389799
   */
  @NullableNumber()
  readonly sqn!: number | null;

  /**
   * Kelly criterion: the share of the capital to risk for the fastest growth; below 0 there is nothing to win. Null without a
   * win or without a loss.
   * @example 0.31428571
   */
  @NullableNumber()
  readonly kelly!: number | null;

  /**
   * Mean plNet / its standard error. Null below 2 trades, and if all are equal.
   * @example 0.83185011
   */
  @NullableNumber()
  readonly tStatistic!: number | null;

  /**
   * How probable a tStatistic as far from 0 or farther is if the expectancy is 0, 0..1, two-sided. Null below 2 trades, and if
   * all are equal.
   * @example 0.43295104
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /**
   * z of the runs test over wins and losses; below 0 they come in streaks, above 0 they alternate. Null without a win, without
   * a loss, and with one of each alone.
   * @example -0.36380344
   */
  @NullableNumber()
  readonly runsZ!: number | null;

  /**
   * Probability that the true Sharpe ratio of a trade is above 0, 0..1. Null below 2 trades, if all are equal, and where the
   * variance of the ratio is not above 0.
   * @example 0.79458204
   */
  @NullableNumber()
  readonly probabilisticSharpe!: number | null;

  /**
   * Trades after which probabilisticSharpe reaches 0.95, if they go on like this. Null unless the mean plNet is above 0, and as
   * above.
   * @example 29.00022629
   */
  @NullableNumber()
  readonly minTrackRecordLength!: number | null;

  /**
   * Trades after which a test at 5 % tells the expectancy from 0 with a probability of 80 %, if they go on like this; a whole
   * number. Null if the mean plNet is 0, below 2 trades, and if all are equal.
   * @example 91
   */
  @NullableNumber()
  readonly tradesNeeded!: number | null;
}
