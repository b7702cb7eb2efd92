import { Optional, QueryNumber, Text } from './fields.js';

/** A page of a list; queries of lists extend it by their filters. */
export class PageQuery {
  /**
   * Largest number of elements of the page.
   * @example 100
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: 500 })
  readonly count: number = 100;

  /** `nextCursor` of the page before. Without it the list begins. */
  @Optional()
  @Text({ min: 1, max: 2000 })
  readonly cursor?: string;
}
