import type { FirstAnswersAnswer } from '../../src/review/analysis/first-answers/first-answers.dto.js';

/** Returns whether the panel of first answers shows anything: a changed answer, a look, an earlier run, several draws. */
export const hasChangedAnswers = ({
  list,
  earlierRuns,
  draws,
}: Pick<FirstAnswersAnswer, 'list' | 'earlierRuns' | 'draws'>): boolean =>
  list.length > 0 || earlierRuns > 0 || draws > 1;
