import type { Session } from './session.entity.js';

/** Counts of the answers of a run; see `docs/replay.md`. */
export type AnswerCounts = Pick<Session, 'changedAnswers' | 'earlierLooks' | 'firstAnswers' | 'secondLooks'>;

/** The amounts that a write adds to the counts. */
export type AnswerDelta = { readonly [Count in keyof AnswerCounts]: number };

/** The counts of a run without trades, and the change of a write that changes none. */
export const NO_ANSWERS = {
  firstAnswers: 0,
  changedAnswers: 0,
  secondLooks: 0,
  earlierLooks: 0,
} as const satisfies AnswerDelta;

/**
 * Returns the assignments that add to the counts of answers. The counts may be null, in sessions that earlier versions
 * have stored. The number of first answers then stays unknown until the first trades of a run are stored, while the
 * changes are counted from now on.
 * @param first number of the first of four parameters
 */
export const addedAnswers = (first: number): string => `
    first_answers = coalesce(first_answers, CASE WHEN trade_count = 0 THEN 0 END) + $${first}::int,
    changed_answers = coalesce(changed_answers, 0) + $${first + 1}::int,
    second_looks = coalesce(second_looks, 0) + $${first + 2}::int,
    earlier_looks = coalesce(earlier_looks, 0) + $${first + 3}::int`;

/** Returns the parameters of `addedAnswers`. */
export const answersIn = ({ firstAnswers, changedAnswers, secondLooks, earlierLooks }: AnswerDelta) => [
  firstAnswers,
  changedAnswers,
  secondLooks,
  earlierLooks,
];
