import { COUNTS_ITSELF, type LedgerRows, duplicatesIn } from '../tries/duplicates.js';

/** Sessions with the same trades in the same study. They are named by their index in the list of sessions. */
export class Repeats {
  private readonly duplicates: Int32Array;
  /** Number of sessions with the same trades, at the index of the session that counts. */
  private readonly numbers: Int32Array;

  constructor(sessions: LedgerRows) {
    this.duplicates = duplicatesIn(sessions);
    this.numbers = new Int32Array(sessions.count);
    for (let index = 0; index < sessions.count; index += 1) this.numbers[this.countsFor(index)]! += 1;
  }

  /** Index of the session that counts in place of a session, because it has the same trades; null if there is none. */
  duplicateOf(index: number): number | null {
    const of = this.duplicates[index]!;
    return of === COUNTS_ITSELF ? null : of;
  }

  /** Index of the session that counts: the same number for all sessions with the same trades. */
  countsFor(index: number): number {
    return this.duplicateOf(index) ?? index;
  }

  /** Number of sessions with the trades of a session, itself included. */
  numberOf(index: number): number {
    return this.numbers[this.countsFor(index)]!;
  }
}
