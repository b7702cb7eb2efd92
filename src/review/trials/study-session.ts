import type { Trial } from '../../sessions/trial.js';

/** Counts of the answers of a run. */
export interface RunAnswers {
  readonly first: number;
  readonly changed: number;
  readonly secondLooks: number;
  readonly earlierLooks: number;
}

/** A run of a session. */
export interface RunKey {
  readonly id: string;
  readonly run: number;
}

/** The labels and the figures of a session. Times are epoch milliseconds. */
export interface StudySession {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly sourceFile: string | null;
  readonly runAt: number | null;
  readonly rangeStart: number | null;
  readonly rangeEnd: number | null;
  /** The symbols and the timeframes of the session's markets, in their order. */
  readonly symbols: readonly string[];
  readonly timeframes: readonly string[];
  readonly accountCurrency: string;
  readonly accountTimezone: string;
  readonly initialBalance: number;
  readonly trial: Trial;
  /** Null if an earlier version stored some of the answers. */
  readonly answers: RunAnswers | null;
  /**
   * Figures with threshold 0 and the `returns` of the risk analysis with rate 0, rounded as in responses; null while
   * they are pending.
   */
  readonly statistics: Readonly<Record<string, number | null>> | null;
  readonly returns: Readonly<Record<string, unknown>> | null;
  /** Null while the figures are pending, and if version 1.13 or earlier stored them. */
  readonly curve: readonly number[] | null;
}
