import { Whole } from '../shared/fields/answer-fields.js';
import { FLAGS, type Flag, OneOf, Optional } from '../shared/fields/fields.js';

export class RemoveProjectQuery {
  /** With `true`, the sessions of the project are deleted, too, with their trades. */
  @Optional()
  @OneOf(FLAGS)
  readonly sessions: Flag = 'false';
}

export class RemovedTradesAnswer {
  /**
   * Number of trades that were deleted.
   * @example 1234
   */
  @Whole()
  readonly removed!: number;
}
