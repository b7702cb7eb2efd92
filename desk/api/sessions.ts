import type { CreateSessionDto } from '../../src/sessions/create-session.dto.js';
import type { UpdateSessionDto } from '../../src/sessions/update-session.dto.js';
import type {
  SessionRecord,
  SessionRecordAndProjectAnswer,
  SessionRecordsAnswer,
} from '../../src/sessions/session-record.dto.js';
import type { SessionAnswer } from '../../src/sessions/session.dto.js';
import { announceChange } from './changes.js';
import { ApiProblem } from './problem.js';
import { type Query, askJson } from './send.js';

export type Session = Pick<SessionRecord, keyof SessionRecord>;
export type SessionChanges = Partial<Pick<UpdateSessionDto, 'name' | 'strategy' | 'description' | 'tags'>>;

export interface FeesFields {
  readonly entryFee: number;
  readonly exitFee: number;
  readonly type: string;
}

/** A market of a new session. */
export interface AssetFields {
  readonly symbol: string;
  readonly feed: string;
  readonly timeframe: string;
  readonly calendarCode?: string | undefined;
  readonly executionCostConfig: {
    readonly spread: number;
    readonly slippage: number;
    readonly fees?: FeesFields | undefined;
  };
}

/** The fields of a new session. The service has defaults for fields that are left out. */
export type SessionFields = Pick<
  CreateSessionDto,
  'projectId' | 'name' | 'initialBalance' | 'accountCurrency' | 'accountTimezone'
> &
  Partial<
    Pick<
      CreateSessionDto,
      | 'mode'
      | 'strategy'
      | 'description'
      | 'layoutTemplate'
      | 'rangeStart'
      | 'rangeEnd'
      | 'randomSourceStart'
      | 'randomSourceEnd'
      | 'randomSeed'
      | 'blindMode'
      | 'smoothCandles'
      | 'startedAt'
      | 'tags'
      | 'trial'
    >
  > & { readonly assets: readonly AssetFields[]; readonly feesConfig: FeesFields };

export const listSessions = (query: Query, signal: AbortSignal) =>
  askJson<SessionRecordsAnswer>('/sessions', { query, signal });

/** Sessions of a project, newest first. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  /** Cursor of further sessions; null if there are none. */
  readonly nextCursor: string | null;
}

/** The largest page that the API sends. */
const MAX_PAGE = 500;

/**
 * Reads pages until there is no further page, or `limit` sessions are read.
 * @param onPage is called with the sessions after each page
 */
export async function listManySessions(
  query: Query,
  limit: number,
  signal: AbortSignal,
  onPage?: (page: SessionPage) => void,
): Promise<SessionPage> {
  let read: SessionPage = { sessions: [], nextCursor: null };
  do {
    const count = Math.min(MAX_PAGE, limit - read.sessions.length);
    const page = await listSessions({ ...query, count, cursor: read.nextCursor ?? query.cursor }, signal);
    read = { sessions: [...read.sessions, ...page.sessions], nextCursor: page.nextCursor };
    onPage?.(read);
  } while (read.nextCursor !== null && read.sessions.length < limit);
  return read;
}

export const getSession = (id: string, signal: AbortSignal) =>
  askJson<SessionRecordAndProjectAnswer>(`/sessions/${id}/record`, { signal });

/** @param attempt an id that stays the same for each attempt to create the same session */
export async function createSession(body: SessionFields, attempt: string): Promise<string> {
  return created('/sessions', body, attempt);
}

/** @param attempt an id that stays the same for each attempt to make the same copy */
export async function copySession(
  id: string,
  body: { readonly name: string; readonly withTrades: boolean },
  attempt: string,
): Promise<string> {
  return created(`/sessions/${id}/copy`, body, attempt);
}

async function created(path: string, body: object, attempt: string): Promise<string> {
  const headers = { 'idempotency-key': attempt };
  const { session } = await askJson<SessionAnswer>(path, { method: 'POST', body, headers });
  announceChange();
  return session.id;
}

export async function updateSession(id: string, body: SessionChanges): Promise<void> {
  await askJson(`/sessions/${id}`, { method: 'PATCH', body });
  announceChange();
}

/**
 * Sets the tags of several sessions, one after the other.
 * @param onSession is called after each session
 */
export async function tagSessions(
  sessions: readonly (readonly [id: string, tags: string[]])[],
  onSession: () => void,
): Promise<void> {
  try {
    for (const [id, tags] of sessions) {
      await askJson(`/sessions/${id}`, { method: 'PATCH', body: { tags } });
      onSession();
    }
  } finally {
    announceChange();
  }
}

/**
 * Deletes several sessions, one after the other. A session that does not exist any more counts as deleted.
 * @param onSession is called after each session
 */
export async function deleteSessions(ids: readonly string[], onSession: (id: string) => void): Promise<void> {
  try {
    for (const id of ids) {
      await askJson(`/sessions/${id}`, { method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof ApiProblem && error.code === 'SESSION_NOT_FOUND')) throw error;
      });
      onSession(id);
    }
  } finally {
    announceChange();
  }
}

export async function finishSession(id: string): Promise<void> {
  await askJson(`/sessions/${id}/finish`, { method: 'POST' });
  announceChange();
}

export async function deleteSession(id: string): Promise<void> {
  await askJson(`/sessions/${id}`, { method: 'DELETE' });
  announceChange();
}
