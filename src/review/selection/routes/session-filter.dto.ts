import { Field, OneOf, Optional, Reference, Text } from '../../../shared/fields/fields.js';
import { PageQuery } from '../../../shared/fields/page.dto.js';
import { TAG_BOUNDS } from '../../../shared/fields/tags.js';
import { textProblem } from '../../../shared/fields/value-rules.js';
import { STATUSES } from '../../../sessions/session.entity.js';

/** Maximum number of sessions that a query names. */
export const MAX_NAMED_SESSIONS = 100;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** A day of the calendar. Days are compared as texts. */
const CalendarDay = () =>
  Field(
    (value) =>
      textProblem(value, { max: Infinity }) ??
      (DAY.test(value as string) ? undefined : 'must be a day, such as 2024-01-31'),
    { type: 'string', format: 'date' },
  );

/** Session ids, separated by commas. As in a path, any text is accepted as an id. */
const NamedSessions = () =>
  Field(
    (value) => {
      const problem = textProblem(value, { min: 1, max: Infinity });
      if (problem) return problem;
      return (value as string).split(',').length > MAX_NAMED_SESSIONS
        ? `must not name more than ${MAX_NAMED_SESSIONS} sessions`
        : undefined;
    },
    { type: 'string', minLength: 1 },
  );

/** A page of the sessions whose fields meet conditions. */
export class FilteredSessionsQuery extends PageQuery {
  /** Only sessions whose names contain this text (case-insensitive): `london` finds "London open, 2023". */
  @Optional()
  @Text({ min: 1, max: 100 })
  readonly search?: string;

  /** Only active or only finished sessions. */
  @Optional()
  @OneOf(STATUSES)
  readonly status?: string;

  /** Only sessions that have this tag, such as `breakout` (case-sensitive). */
  @Optional()
  @Text({ ...TAG_BOUNDS, trimmed: true })
  readonly tag?: string;

  /** Only sessions whose accounts have this currency (case-sensitive). */
  @Optional()
  @Text({ min: 1, max: 32 })
  readonly accountCurrency?: string;

  /** Only sessions started on this day or later, in the time zone of each account. */
  @Optional()
  @CalendarDay()
  readonly startedFrom?: string;

  /** Only sessions started on this day or earlier, in the time zone of each account. */
  @Optional()
  @CalendarDay()
  readonly startedTo?: string;

  /** Only these sessions: up to 100 ids, separated by commas. */
  @Optional()
  @NamedSessions()
  readonly sessionIds?: string;

  /** The list contains only the sessions of the study that have the same trades as this session, itself included. */
  @Optional()
  @Reference()
  readonly repeatsOf?: string;
}
