import { OneOf, Optional, Reference, Text } from '../shared/fields/fields.js';
import { PageQuery } from '../shared/fields/page.dto.js';
import { TAG_BOUNDS } from '../shared/fields/tags.js';
import { STATUSES, type Session } from './session.entity.js';

export class SessionsQuery extends PageQuery {
  /** Only sessions of this project. */
  @Optional()
  @Reference()
  readonly projectId?: string;

  /** Only active or only finished sessions. */
  @Optional()
  @OneOf(STATUSES)
  readonly status?: Session['status'];

  /** Only sessions that have this tag, such as `breakout` (case-sensitive). */
  @Optional()
  @Text({ ...TAG_BOUNDS, trimmed: true })
  readonly tag?: string;

  /** Only sessions whose names contain this text (case-insensitive): `london` finds "London open, 2023". */
  @Optional()
  @Text({ min: 1, max: 100 })
  readonly search?: string;
}
