import type { TRIAL_ENDS } from '../sessions/trial.js';

/** Net result of a local day with exits, as an exact decimal. */
export interface DayNet {
  readonly day: string;
  readonly plNet: string;
}

/** Figures of the trades of a run: of the present trades while the run lasts, otherwise of the trades at its end. */
export interface FiguresRow {
  /** Days and tradingDays of the analysis of risk. */
  days: number;
  tradingDays: number;
  /** Mean / standard deviation (n − 1) of the returns of these days, not rounded. */
  sharpePerDay: number | null;
  /** Moments of the population, not rounded. The kurtosis of a normal distribution is 3. */
  skewness: number | null;
  kurtosis: number | null;
  tradeCount: number;
  /** SHA-256 of the sorted trades, in hexadecimal. Runs of the same trades have the same hash. */
  hash: string | null;
  /** The fields below are null in rows that have ended. */
  /** Figures with threshold 0, rounded as in responses. `expectancyComponents` is an object of figures. */
  statistics: Record<string, number | null> | null;
  /** `returns` of the analysis of risk with rate 0, rounded as in responses. */
  returns: Record<string, unknown> | null;
  /** Net results of the local days with exits, ascending, as exact decimals. */
  dailyPlNet: DayNet[] | null;
  /** Epoch milliseconds. */
  firstEntry: number | null;
  lastExit: number | null;
  /** The first and the last local day of `days`. */
  firstDay: string | null;
  lastDay: string | null;
  equityNotPositive: boolean;
}

export type TrialEnd = (typeof TRIAL_ENDS)[number];

/**
 * A row of the ledger, with the figures of the session while its run lasts, otherwise with the figures at the end of
 * the run.
 */
export interface StudyRow {
  sessionId: string;
  run: number;
  /** The time at which the row began. The order of the ledger is (createdAt, sessionId, run). */
  createdAt: Date;
  ended: TrialEnd | null;
  /** The project's own study is the empty text. */
  study: string;
  /**
   * True if the run lasts and the session belongs to this study now. Also true for a session that has moved away and
   * back, although its row has ended.
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
  /** True if the session exists, but the figures of its present trades are not stored yet. */
  pending: boolean;
  /** Null if the row is pending, or ended without figures. */
  figures: FiguresRow | null;
  /** Revisions of the session, for the version of a response. */
  revision: string;
  labelRevision: string;
}
