import { Injectable } from '@nestjs/common';
import { zoneOffsets } from '../../../shared/market/zone-offsets.js';
import { SessionFilterStore, type StartedSession } from '../../trials/session-filter.store.js';
import type { FilteredSessionsQuery } from './session-filter.dto.js';
import type { Study } from './study.js';

/** Returns those of some sessions of a list that pass the filters of a query. */
export type PassingSessions = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

type Filters = Omit<FilteredSessionsQuery, 'count' | 'cursor'>;

/** Filters the sessions of a leaderboard by their fields, in parts. */
@Injectable()
export class SessionFilterReader {
  constructor(private readonly store: SessionFilterStore) {}

  /** Returns the filter of a query; null if all sessions pass. */
  filterOf(workspaceId: string, study: Study, query: Filters): PassingSessions | null {
    const { search, status, tag, accountCurrency, startedFrom, startedTo } = query;
    const conditions = { search, status, tag, accountCurrency };
    const isRead = [...Object.values(conditions), startedFrom, startedTo].some((each) => each !== undefined);
    const named = query.sessionIds === undefined ? null : new Set(query.sessionIds.toLowerCase().split(','));
    const repeats = query.repeatsOf === undefined ? null : repeatsIn(study, query.repeatsOf.toLowerCase());
    if (!isRead && !named && !repeats) return null;
    return async (ids) => {
      const left = ids.filter((id) => (named?.has(id) ?? true) && (repeats?.has(id) ?? true));
      if (!isRead || left.length === 0) return new Set(left);
      const found = await this.store.meeting(workspaceId, left, conditions);
      return new Set(found.filter((session) => isStartedIn(session, query)).map(({ id }) => id));
    };
  }
}

/** Returns the sessions with the same trades as a session, itself included; no session if it is not in the study. */
function repeatsIn({ sessions, repeats, idOf }: Study, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  const place = sessions.findIndex((_, index) => idOf(index) === id);
  if (place < 0) return found;
  const counting = repeats.countsFor(place);
  for (let index = 0; index < sessions.length; index += 1)
    if (repeats.countsFor(index) === counting) found.add(idOf(index));
  return found;
}

function isStartedIn(
  { startedAt, accountTimezone }: StartedSession,
  { startedFrom, startedTo }: Filters,
): boolean {
  if (startedFrom === undefined && startedTo === undefined) return true;
  const local = startedAt + zoneOffsets(accountTimezone)(startedAt);
  const day = new Date(local).toISOString().slice(0, 10);
  return (startedFrom === undefined || day >= startedFrom) && (startedTo === undefined || day <= startedTo);
}
