import type { ListedStudyDto } from '../../../src/review/selection/routes/parameters.dto.js';
import type { TrialCountsDto } from '../../../src/review/selection/routes/selection.dto.js';
import { getSelection } from '../../api/selection.js';
import { count, plural } from '../../report/format.js';
import { useAnswer } from '../ui/use-answer.js';

/** Returns a text such as "11 tries: 10 kept, 1 deleted; 1 with the trades of another try". */
export function triesText({ total, live, deleted, emptied, moved, duplicates }: TrialCountsDto): string {
  const ended = [
    ...(deleted > 0 ? [`${count(deleted)} deleted`] : []),
    ...(emptied > 0 ? [`${count(emptied)} emptied`] : []),
    ...(moved > 0 ? [`${count(moved)} moved to another study`] : []),
  ];
  const repeats = duplicates ? `; ${count(duplicates)} with the trades of another try` : '';
  const kept = ended.length > 0 ? `: ${[`${count(live)} kept`, ...ended].join(', ')}` : ', all kept';
  return `${plural(total, 'try', 'tries')}${total > 0 ? kept : ''}${repeats}`;
}

/** Returns the number of tries of a study, or of all studies, in words; null until it is known. */
export function useTriesText(
  projectId: string,
  study: string,
  studies: readonly ListedStudyDto[] | undefined,
): string | null {
  const isAll = study === '*';
  const only = isAll && studies?.length === 1 ? (studies[0]!.study ?? '') : null;
  const shown = isAll ? only : study;
  const trials = useAnswer(shown === null ? null : `tries ${projectId} ${shown}`, (signal) =>
    getSelection(projectId, { study: shown || undefined, count: 1 }, signal),
  ).value?.trials;
  if (shown !== null) return trials ? triesText(trials) : null;
  const all = studies?.reduce((sum, { trials: many }) => sum + many, 0);
  return all ? `${plural(all, 'try', 'tries')} of all studies, deleted ones included` : null;
}
