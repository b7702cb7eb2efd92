import { Whole } from '../common/answer-fields.js';

export class RemovedTradesAnswer {
  /**
   * Number of trades that were deleted.
   * @example 1234
   */
  @Whole()
  readonly removed!: number;
}
