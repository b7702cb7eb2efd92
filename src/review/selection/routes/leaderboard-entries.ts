import { Injectable } from '@nestjs/common';
import { RETURN_FIGURES } from '../leaderboard/figure-names.js';
import { dailyCurve } from '../../../shared/figures/equity-curve.js';
import { STATISTICS } from '../../../shared/figures/definitions/figures.js';
import type { StudySession } from '../../trials/study-session.js';
import { StudySessionsStore } from '../../trials/study-sessions.store.js';
import type { LeaderboardEntryDto, LeaderboardFigures } from './leaderboard.dto.js';

/** A row of a leaderboard before its session is read. */
export type LeaderboardRow = { readonly id: string } & Pick<
  LeaderboardEntryDto,
  'rank' | 'duplicateOf' | 'repeats' | 'selection'
>;

/** Number of sessions whose days are read at a time. A session may have results on thousands of days. */
const SESSIONS_OF_A_READ = 100;

/** Reads the sessions of the rows of leaderboards. */
@Injectable()
export class LeaderboardEntries {
  constructor(private readonly sessions: StudySessionsStore) {}

  /** Returns the entries of rows. A session that was deleted in the meantime is left out. */
  async of(workspaceId: string, rows: readonly LeaderboardRow[]): Promise<LeaderboardEntryDto[]> {
    const ids = rows.map(({ id }) => id);
    const sessions = new Map(
      (await this.sessions.sessions(workspaceId, ids)).map((session) => [session.id, session]),
    );
    const curves = await this.curves(
      workspaceId,
      ids.filter((id) => sessions.get(id)?.statistics && !sessions.get(id)?.curve),
    );
    return rows.flatMap(({ id, ...row }) => {
      const session = sessions.get(id);
      return session ? [entryOf(session, row, session.curve ?? curves.get(id) ?? [])] : [];
    });
  }

  /** Returns the curves of sessions whose figures are stored without a curve. */
  private async curves(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
    const curves = new Map<string, number[]>();
    for (let from = 0; from < ids.length; from += SESSIONS_OF_A_READ) {
      const read = await this.sessions.days(workspaceId, ids.slice(from, from + SESSIONS_OF_A_READ));
      for (const session of read) curves.set(session.id, dailyCurve(session));
    }
    return curves;
  }
}

function entryOf(
  { trial, answers, statistics, returns, symbols, timeframes, ...session }: StudySession,
  { rank, duplicateOf, repeats, selection }: Omit<LeaderboardRow, 'id'>,
  curve: readonly number[],
): LeaderboardEntryDto {
  const { study, parameters, codeVersion, sample } = trial;
  const figures = statistics && returns && shownFigures(statistics, returns);
  return {
    rank,
    duplicateOf,
    repeats,
    session: {
      ...session,
      symbols: [...new Set(symbols)],
      timeframes: [...new Set(timeframes)],
      curve,
    },
    trial: { study, parameters, codeVersion, sample },
    answers,
    pending: rank !== null && figures === null,
    figures: figures as LeaderboardFigures | null,
    selection,
  };
}

const STATISTIC_NAMES = Object.keys(STATISTICS);

/** Returns the figures that a leaderboard shows. */
const shownFigures = (
  statistics: NonNullable<StudySession['statistics']>,
  returns: NonNullable<StudySession['returns']>,
): object =>
  Object.fromEntries([
    ...STATISTIC_NAMES.map((name) => [name, statistics[name] ?? null] as const),
    ...RETURN_FIGURES.map((name) => [name, returns[name] ?? null] as const),
  ]);
