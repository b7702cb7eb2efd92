import type { FirstAnswersAnswer } from '../../../../src/review/analysis/first-answers/first-answers.dto.js';
import { shownFigures } from '../../shown-figures.js';
import type { GroupFigures } from '../../sheet-data.js';

/** The first answers of a session with the newest changes and looks. */
export interface SheetFirstAnswers extends Pick<
  FirstAnswersAnswer,
  'reason' | 'changes' | 'earlierRuns' | 'earlierLooks' | 'draws' | 'list'
> {
  readonly asFirst: GroupFigures | null;
  readonly asKept: GroupFigures | null;
  /** Number of changes and looks, of which the list has the newest. */
  readonly listed: number;
}

/** Maximum number of changes and looks that the sheet lists. */
const MAX_LISTED_ANSWERS = 20;

/** Returns the first answers as a sheet shows them. */
export const sheetFirstAnswers = ({
  reason,
  asFirst,
  asKept,
  changes,
  earlierRuns,
  earlierLooks,
  draws,
  list,
}: FirstAnswersAnswer): SheetFirstAnswers => ({
  reason,
  asFirst: asFirst && shownFigures(asFirst),
  asKept: asKept && shownFigures(asKept),
  changes,
  earlierRuns,
  earlierLooks,
  draws,
  list: list.slice(0, MAX_LISTED_ANSWERS),
  listed:
    changes.removed + changes.edited + changes.costs + changes.secondLooks + changes.retaken + earlierLooks,
});
