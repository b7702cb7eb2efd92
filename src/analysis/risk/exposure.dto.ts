import { NullableNumber, Whole } from '../../fields/answer-fields.js';

export class ExposureDto {
  /**
   * Time with a trade open / time from the first entry to the last exit, 0..1; null if that time is 0.
   * @example 0.95
   */
  @NullableNumber()
  readonly timeInMarket!: number | null;

  /**
   * Greatest number of trades that were open at once.
   * @example 3
   */
  @Whole()
  readonly maxConcurrentTrades!: number;

  /**
   * Durations of all trades / time from the first entry to the last exit; null if that time is 0.
   * @example 1.45
   */
  @NullableNumber()
  readonly avgConcurrentTrades!: number | null;

  /**
   * The greatest Σ qty · entryPrice of the trades that were open at once, in the currency of the prices; null without trades.
   * @example 3000
   */
  @NullableNumber()
  readonly maxNotional!: number | null;

  /**
   * Greatest ratio of Σ qty · entryPrice of the open trades to the realised balance at the time, if the balance is above
   * 0. The balance does not include losses of open trades, so the true leverage may have been higher. Null without trades, or if the balance was never
   * above 0.
   * @example 2.85850405
   */
  @NullableNumber()
  readonly maxLeverage!: number | null;
}
