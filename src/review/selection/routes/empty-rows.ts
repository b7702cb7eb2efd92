import { Injectable } from '@nestjs/common';
import type { Place } from '../leaderboard/value-order.js';
import { meetsAll } from '../leaderboard/ranked-sessions.js';
import type { Condition } from '../leaderboard/where.js';
import {
  type EmptyPosition,
  type EmptySession,
  EmptySessionsStore,
} from '../../trials/empty-sessions.store.js';
import type { PassingSessions } from './session-filter.js';
import { SESSIONS_OF_A_PART } from '../../trials/study-sessions.store.js';
import type { WhichStudy } from '../../trials/which-study.js';

/** The part of a leaderboard that contains the sessions without trades. Parts before it contain the others. */
export const EMPTY_PART = 1_000_000_000;

/** The sessions without trades that a leaderboard shows. */
export interface EmptyRows {
  /** Ids of the rows of the page. */
  readonly ids: readonly string[];
  /** Position of the last row of the page; null if the page is empty. */
  readonly last: Place | null;
  /** True if rows follow the page. */
  readonly hasMore: boolean;
  /** Ids of all sessions without trades that meet the conditions. */
  readonly met: readonly string[];
}

/** Reads the sessions without trades, which come last in a leaderboard. */
@Injectable()
export class EmptyRowsReader {
  constructor(private readonly store: EmptySessionsStore) {}

  /** Returns the number of sessions, and a text that changes if one of them changes. */
  version(which: WhichStudy): Promise<{ readonly count: number; readonly version: string }> {
    return this.store.version(which);
  }

  /**
   * Returns a page of the sessions that meet the conditions, newest first.
   * @param after position of the last row of the previous page; null for the first page
   * @param most maximum number of rows of the page, which may be 0
   * @param filter finds the sessions that pass the filters; null if all pass
   */
  async page(
    which: WhichStudy,
    where: readonly Condition[],
    after: Place | null,
    most: number,
    filter: PassingSessions | null,
    signal: AbortSignal,
  ): Promise<EmptyRows> {
    const met: string[] = [];
    const found: EmptySession[] = [];
    let last: EmptyPosition | null = null;
    for (;;) {
      signal.throwIfAborted();
      const part = await this.store.after(which, last, SESSIONS_OF_A_PART);
      const passing = await filter?.(part.map(({ id }) => id));
      const matching = part.filter(
        (session) => (passing?.has(session.id) ?? true) && meetsEmpty(session, where),
      );
      met.push(...matching.map(({ id }) => id));
      for (const session of matching)
        if (found.length <= most && follows(session, after)) found.push(session);
      if (part.length < SESSIONS_OF_A_PART) break;
      last = [part.at(-1)!.createdAt, part.at(-1)!.id];
    }
    const rows = found.slice(0, most);
    const lastRow = rows.at(-1);
    return {
      ids: rows.map(({ id }) => id),
      last: lastRow ? [EMPTY_PART, lastRow.createdAt, lastRow.id] : null,
      hasMore: found.length > most,
      met,
    };
  }
}

/** No figure of a session without trades is defined. */
const meetsEmpty = ({ parameters }: EmptySession, where: readonly Condition[]): boolean =>
  meetsAll(
    {
      from: 0,
      to: 1,
      isPending: () => false,
      valueOf: ({ kind, name }) =>
        kind === 'parameter' && Object.hasOwn(parameters, name) ? parameters[name]! : null,
    },
    0,
    where,
  );

/** Returns whether a session comes after a position. All sessions come after the positions of earlier parts. */
function follows({ createdAt, id }: EmptySession, after: Place | null): boolean {
  if (after === null || after[0] < EMPTY_PART) return true;
  const [, lastCreatedAt, lastId] = after;
  return createdAt < (lastCreatedAt as number) || (createdAt === lastCreatedAt && id < lastId);
}
