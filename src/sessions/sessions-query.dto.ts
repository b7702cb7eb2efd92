import { OneOf, Optional, Reference, Text } from '../common/fields.js';
import { PageQuery } from '../common/page.dto.js';
import { TAG_BOUNDS } from '../common/tags.js';
import { STATUSES, type Session } from './session.entity.js';

export class SessionsQuery extends PageQuery {
  /**
   * Only sessions of this project.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Optional()
  @Reference()
  readonly projectId?: string;

  /** Only active or only finished sessions. */
  @Optional()
  @OneOf(STATUSES)
  readonly status?: Session['status'];

  /**
   * Only sessions that have this tag, in the same upper and lower case.
   * @example "breakout"
   */
  @Optional()
  @Text({ ...TAG_BOUNDS, trimmed: true })
  readonly tag?: string;

  /**
   * Only sessions with this text in their names, in upper or lower case.
   * @example "london"
   */
  @Optional()
  @Text({ min: 1, max: 100 })
  readonly search?: string;
}
