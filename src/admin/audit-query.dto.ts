import { ACTIONS, type Action } from '../audit/actions.js';
import { OneOf, Optional, QueryInstant, Reference } from '../common/fields.js';
import { PageQuery } from '../common/page.dto.js';

export class AuditQuery extends PageQuery {
  /**
   * Only changes at this time or later, epoch milliseconds.
   * @example 1760000000000
   */
  @Optional()
  @QueryInstant()
  readonly from?: number;

  /**
   * Only changes before this time, epoch milliseconds.
   * @example 4102444800000
   */
  @Optional()
  @QueryInstant()
  readonly to?: number;

  /** Only changes of this kind. */
  @Optional()
  @OneOf(ACTIONS)
  readonly action?: Action;

  /**
   * Only changes of this project, session, key or workspace. A session's include those of its trades.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Optional()
  @Reference()
  readonly resourceId?: string;
}
