import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';

/** The words for each verdict. */
export const VERDICT_WORDS: Readonly<Record<SelectedTryDto['verdict'], string>> = {
  'above-the-bar': 'above the bar',
  undecided: 'undecided',
  'within-luck': 'within luck',
  unknown: 'cannot say',
};

export const ENDED_WORDS: Readonly<Record<string, string>> = {
  deleted: 'deleted',
  emptied: 'emptied',
  moved: 'moved',
};
