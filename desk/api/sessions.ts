import type { UpdateSessionDto } from '../../src/sessions/update-session.dto.js';
import type {
  SessionRecord,
  SessionRecordAndProjectAnswer,
  SessionRecordsAnswer,
} from '../../src/sessions/session-record.dto.js';
import type { SessionAnswer } from '../../src/sessions/session.dto.js';
import { announceChange } from './changes.js';
import { type Query, askJson } from './send.js';

export type Session = Pick<SessionRecord, keyof SessionRecord>;
export type SessionChanges = Partial<Pick<UpdateSessionDto, 'name' | 'strategy' | 'description' | 'tags'>>;

export interface SessionFields {
  readonly projectId: string;
  readonly name: string;
  readonly initialBalance: number;
  readonly accountCurrency: string;
  readonly accountTimezone: string;
  readonly strategy: string;
  readonly assets: readonly { readonly timeframe: string }[];
  readonly feesConfig: { readonly entryFee: number; readonly exitFee: number; readonly type: string };
}

export const listSessions = (query: Query, signal: AbortSignal) =>
  askJson<SessionRecordsAnswer>('/sessions', { query, signal });

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

export async function finishSession(id: string): Promise<void> {
  await askJson(`/sessions/${id}/finish`, { method: 'POST' });
  announceChange();
}

export async function deleteSession(id: string): Promise<void> {
  await askJson(`/sessions/${id}`, { method: 'DELETE' });
  announceChange();
}
