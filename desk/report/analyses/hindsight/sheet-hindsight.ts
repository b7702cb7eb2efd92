import type { HindsightAnswer } from '../../../../src/review/analysis/hindsight/hindsight.dto.js';
import type { GroupFigures } from '../../sheet-data.js';

/** The hindsight of a session. A report does not name other sessions, because it may be passed on to other people. */
export interface SheetHindsight extends Pick<HindsightAnswer, 'seenEntryShare' | 'seenTimeShare' | 'reason'> {
  readonly seenSessionCount: number;
  readonly names: readonly string[];
  readonly figures: { readonly seen: GroupFigures; readonly unseen: GroupFigures };
}

/**
 * Returns the hindsight as a sheet shows it.
 * @param isNamed true if the sheet may name other sessions; false for a report, which may be passed on to other people
 */
export const sheetHindsight = (
  { seenEntryShare, seenTimeShare, reason, figures, seenSessions }: HindsightAnswer,
  isNamed: boolean,
): SheetHindsight => ({
  seenEntryShare,
  seenTimeShare,
  reason,
  figures,
  seenSessionCount: seenSessions.length,
  names: isNamed ? seenSessions.map(({ name }) => name ?? 'deleted sessions') : [],
});
