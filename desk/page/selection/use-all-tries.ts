import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import { getSelection } from '../../api/selection.js';
import { useAnswer } from '../ui/use-answer.js';

/** Maximum number of tries per request, and of requests. */
const PAGE = 500;
const MOST_PAGES = 20;

/** Returns the tries of a study, the best first, at most 10,000; undefined until they have been read. */
export function useAllTries(projectId: string, study: string): readonly SelectedTryDto[] | undefined {
  const { value } = useAnswer(`all tries ${projectId} ${study}`, async (signal) => {
    const tries: SelectedTryDto[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await getSelection(
        projectId,
        { study: study || undefined, count: PAGE, cursor },
        signal,
      );
      tries.push(...answer.sessions);
      if (answer.nextCursor === null) break;
      cursor = answer.nextCursor;
    }
    return tries;
  });
  return value;
}
