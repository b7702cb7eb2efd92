import type { StudyRow } from '../../trials/study-row.js';
import { RETURN_FIGURES } from '../leaderboard/figure-names.js';
import type { RankedSession } from '../leaderboard/ranked-sessions.js';
import { type JudgedTries, type Try, judgeTries } from '../tries/judge-tries.js';
import { STATISTICS } from '../../../shared/figures/definitions/figures.js';

/** A live session of a study, with its row. */
export interface StudySession extends RankedSession {
  readonly row: StudyRow;
  /** Index of the row in the ledger. */
  readonly place: number;
}

/** The rows of a study at one moment, in the order of the ledger of tries. */
export class Study {
  /** The rows, without the statistics and returns of their sessions, which `sessions` contains. */
  readonly rows: readonly StudyRow[];
  /** The sessions that hold trades. */
  readonly sessions: readonly StudySession[];
  private judgement: { readonly level: number; readonly tries: JudgedTries } | null = null;

  constructor(rows: readonly StudyRow[]) {
    this.rows = rows.map(({ figures, ...row }) => ({
      ...row,
      figures: figures && { ...figures, statistics: null, returns: null },
    }));
    this.sessions = rows.flatMap((row, place) =>
      isCurrent(row)
        ? [
            {
              id: row.sessionId,
              figures: figuresOf(row),
              parameters: row.parameters,
              row: this.rows[place]!,
              place,
            },
          ]
        : [],
    );
  }

  /** Compares the tries with the bar that luck sets. The result for the last level is kept. */
  judge(level: number): JudgedTries {
    if (this.judgement?.level !== level)
      this.judgement = { level, tries: judgeTries(this.rows.map(toTry), level) };
    return this.judgement.tries;
  }
}

/** Returns whether the session of a row still belongs to the study and still has the trades of this run. */
export const isCurrent = ({ current, session }: StudyRow): boolean => current && session !== null;

const toTry = ({ ended, figures }: StudyRow): Try => ({ ended, hash: figures?.hash ?? null, daily: figures });

/** The names of all figures that a leaderboard shows. */
const STATISTIC_NAMES = Object.keys(STATISTICS);

/** Returns the figures that a leaderboard shows; null while the figures are pending. */
function figuresOf({ pending, figures }: StudyRow): Record<string, number | null> | null {
  if (pending || !figures?.statistics || !figures.returns) return null;
  const { statistics, returns } = figures;
  return Object.fromEntries([
    ...STATISTIC_NAMES.map((name) => [name, statistics[name] ?? null]),
    ...RETURN_FIGURES.map((name) => [name, (returns[name] as number | null | undefined) ?? null]),
  ]) as Record<string, number | null>;
}
