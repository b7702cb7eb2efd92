import type { PositionsAnswer } from '../../../../src/review/analysis/positions/positions.dto.js';
import { shownFigures } from '../../shown-figures.js';
import type { GroupFigures } from '../../sheet-data.js';

/** The positions of a session beside its trades. */
export interface SheetPositions extends Pick<PositionsAnswer, 'positions' | 'trades' | 'largest'> {
  readonly figures: GroupFigures;
  readonly byTrade: GroupFigures;
}

/** Returns the positions as a sheet shows them. */
export const sheetPositions = ({
  positions,
  trades,
  largest,
  figures,
  byTrade,
}: PositionsAnswer): SheetPositions => ({
  positions,
  trades,
  largest,
  figures: shownFigures(figures),
  byTrade: shownFigures(byTrade),
});
