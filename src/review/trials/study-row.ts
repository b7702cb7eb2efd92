import type { TRIAL_ENDS } from '../../sessions/trial.js';

/** Net result of a local day with at least one exit, as an exact decimal. */
export interface DayNet {
  readonly day: string;
  readonly plNet: string;
}

/**
 * Figures of the trades of a run. While the run lasts, these are the present trades; afterwards, the trades at its end.
 */
export interface FiguresRow {
  /** The days and tradingDays of the risk analysis. */
  days: number;
  tradingDays: number;
  /** Mean / standard deviation (n − 1) of the returns of these days, not rounded. */
  sharpePerDay: number | null;
  /** Skewness and kurtosis of the population, not rounded. The kurtosis of a normal distribution is 3. */
  skewness: number | null;
  kurtosis: number | null;
  tradeCount: number;
  /** SHA-256 of the sorted trades, in hexadecimal. Two runs with the same trades have the same hash. */
  hash: string | null;
  /** In rows that have ended and are not `current`, the fields below are null, and `equityNotPositive` is false. */
  /** Figures with threshold 0, rounded as in responses. `expectancyComponents` is an object of figures. */
  statistics: Record<string, number | null> | null;
  /** The `returns` of the risk analysis with rate 0, rounded as in responses. */
  returns: Record<string, unknown> | null;
  /** Net result of each local day with at least one exit, ascending, as exact decimals. */
  dailyPlNet: DayNet[] | null;
  /** Epoch milliseconds. */
  firstEntry: number | null;
  lastExit: number | null;
  /** The first and the last local day of the days that `days` counts. */
  firstDay: string | null;
  lastDay: string | null;
  equityNotPositive: boolean;
}

export type TrialEnd = (typeof TRIAL_ENDS)[number];

/**
 * A row of the ledger with its figures: the figures of the session while the run lasts, afterwards the figures at the
 * end of the run.
 */
export interface StudyRow {
  sessionId: string;
  run: number;
  /** The time at which the row began. The order of the ledger is (createdAt, sessionId, run). */
  createdAt: Date;
  ended: TrialEnd | null;
  /** The study of the run; empty for the project's own study. */
  study: string;
  /**
   * True if the run lasts and the session now belongs to this study. Also true for the ended row of a session that has
   * moved to another study and back.
   */
  current: boolean;
  codeVersion: string | null;
  sample: 'in' | 'out' | null;
  parameters: Record<string, number | string | boolean>;
  /** Null if the session was deleted. */
  session: {
    name: string;
    status: string;
    tags: string[];
    createdAt: Date;
    accountCurrency: string;
    accountTimezone: string;
    initialBalance: number;
  } | null;
  /** True if the run lasts, but the figures of the session's present trades are not stored yet. */
  pending: boolean;
  /** Null if the row is pending, or ended without figures. */
  figures: FiguresRow | null;
  /** Revisions of the session. The version of a response includes them. */
  revision: string;
  labelRevision: string;
}
