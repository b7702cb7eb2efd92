import { ACTIONS, type Action } from '../audit/actions.js';
import { OneOf, Optional, QueryInstant, Reference, Text } from '../../shared/fields/fields.js';
import { PageQuery } from '../../shared/fields/page.dto.js';

export const AUDIT_FORMATS = ['json', 'csv'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** Maximum number of characters of the subject of a token, which is the longest id of an actor. */
const MAX_ACTOR_LENGTH = 255;

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

  /**
   * Only changes by this author, the `actor.id` of an entry: the id of a key, a subject, or the name of a command.
   */
  @Optional()
  @Text({ min: 1, max: MAX_ACTOR_LENGTH })
  readonly actor?: string;

  /**
   * Format of the response: `json`, a page; or `csv`, a file with all entries that the filters select. A file has no
   * pages: `count` has no effect on it, and `cursor` is refused.
   * @example "json"
   */
  @Optional()
  @OneOf(AUDIT_FORMATS)
  readonly format: AuditFormat = 'json';
}
