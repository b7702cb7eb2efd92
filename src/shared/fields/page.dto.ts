import { Optional, QueryNumber, Text } from './fields.js';

/** Parameters for the page of a list. The queries of lists add their filters. */
export class PageQuery {
  /**
   * Maximum number of elements per page.
   * @example 100
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: 500 })
  readonly count: number = 100;

  /** `nextCursor` of the previous page. Leave it out for the first page. */
  @Optional()
  @Text({ min: 1, max: 2000 })
  readonly cursor?: string;
}
