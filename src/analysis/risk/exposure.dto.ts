import { NullableNumber, Whole } from '../../fields/answer-fields.js';

export class ExposureDto {
  /**
   * Time with a trade open / time from the first entry to the last exit, 0..1; null where that is 0.
   * @example 0.95
   */
  @NullableNumber()
  readonly timeInMarket!: number | null;

  /**
   * The most trades that were open at once.
   * @example 3
   */
  @Whole()
  readonly maxConcurrentTrades!: number;

  /**
   * Durations of all trades / time from the first entry to the last exit; null where that is 0.
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
   * The greatest of that sum / realised balance at the time, where the balance is above 0. Losses of open trades are not seen,
   * so the leverage on what the account was worth can have been higher. Null without trades, and if the balance was never
   * above 0.
   * @example 2.85850405
   */
  @NullableNumber()
  readonly maxLeverage!: number | null;
}
