import { Whole } from '../shared/fields/answer-fields.js';

export class RemovedTradesAnswer {
  /**
   * Number of trades that were deleted.
   * @example 1234
   */
  @Whole()
  readonly removed!: number;
}
