import type { Session } from './session.entity.js';

/** Counts of the answers of a run; see `docs/replay.md`. */
export type AnswerCounts = Pick<Session, 'changedAnswers' | 'earlierLooks' | 'firstAnswers' | 'secondLooks'>;

/** What a write adds to the counts. */
export type AnswerDelta = { readonly [Count in keyof AnswerCounts]: number };

/** The counts of a run without trades, and the change of a write that changes none. */
export const NO_ANSWERS = {
  firstAnswers: 0,
  changedAnswers: 0,
  secondLooks: 0,
  earlierLooks: 0,
} as const satisfies AnswerDelta;
