import { ACTIONS, type Action } from '../audit/actions.js';
import { OneOf, Optional, QueryInstant, Reference } from '../fields/fields.js';
import { PageQuery } from '../fields/page.dto.js';

export class AuditQuery extends PageQuery {
  /** Only changes at this time or later, epoch milliseconds such as `1760000000000`. */
  @Optional()
  @QueryInstant()
  readonly from?: number;

  /** Only changes before this time, epoch milliseconds. */
  @Optional()
  @QueryInstant()
  readonly to?: number;

  /** Only changes of this kind. */
  @Optional()
  @OneOf(ACTIONS)
  readonly action?: Action;

  /**
   * Only changes of this project, session, key or workspace. The changes of a session include the changes of its
   * trades.
   */
  @Optional()
  @Reference()
  readonly resourceId?: string;
}
