import { Whole } from '../../../shared/fields/answer-fields.js';

/** Counts of the answers of a run, as `analysis/first-answers` defines them. */
export class RunAnswersDto {
  /**
   * Answers as first given: trades that were stored without the outcome known, kept or gone.
   * @example 100
   */
  @Whole()
  readonly first!: number;

  /**
   * Trades that were changed or removed after they were stored.
   * @example 2
   */
  @Whole()
  readonly changed!: number;

  /**
   * Second looks: trades that were stored with the outcome known, kept or gone.
   * @example 1
   */
  @Whole()
  readonly secondLooks!: number;

  /**
   * Stored trades whose time an earlier run or draw of the session had shown.
   * @example 0
   */
  @Whole()
  readonly earlierLooks!: number;
}
