import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import { plural } from '../../report/format.js';

/** Returns how many answers of a session were changed, or given with the outcome known, in words. */
export const answerNotes = (answers: SelectedTryDto['answers']): readonly string[] => [
  ...(answers?.changed ? [plural(answers.changed, 'answer changed', 'answers changed')] : []),
  ...(answers?.secondLooks ? [plural(answers.secondLooks, 'second look')] : []),
];
