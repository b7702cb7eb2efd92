import { Injectable } from '@nestjs/common';
import { StudySessionsStore } from '../../trials/study-sessions.store.js';
import { type DayReturns, dayReturnsOf } from '../day-returns.js';
import type { Study } from './study.js';

/** Number of sessions whose days are in memory at a time. */
const SESSIONS_OF_A_READ = 10;

/** The daily returns of a session with its first balance. */
export interface SessionReturns extends DayReturns {
  readonly initialBalance: number;
}

@Injectable()
export class DayReturnsReader {
  constructor(private readonly sessions: StudySessionsStore) {}

  /**
   * Reads the daily returns of the given sessions. The equity of each given session must be above 0 at the start of
   * every day. The results by day are read for a few sessions at a time, because they may take much memory.
   * @param sessionIds at most 400 sessions of the study
   * @returns the returns of the sessions that still exist
   */
  async read(
    workspaceId: string,
    { ledger, sessions }: Study,
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, SessionReturns>> {
    const wanted = new Set(sessionIds);
    const places = sessions.filter((place) => wanted.has(ledger.idOf(place)));
    const found = new Map<string, SessionReturns>();
    for (let from = 0; from < places.length; from += SESSIONS_OF_A_READ) {
      const part = new Map(
        Array.from(places.subarray(from, from + SESSIONS_OF_A_READ), (place) => [ledger.idOf(place), place]),
      );
      for (const { id, ...results } of await this.sessions.days(workspaceId, [...part.keys()])) {
        const returns = dayReturnsOf({ ...results, ...ledger.daysOf(part.get(id)!) });
        if (returns) found.set(id, { ...returns, initialBalance: results.initialBalance });
      }
    }
    return found;
  }
}
