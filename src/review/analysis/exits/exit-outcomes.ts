import { type Cell, type ExitOutcomes, addBracket, bracketOf } from './bracket.js';
import { type ExitGrid, movesToBreakEven } from './exit-grid.js';
import type { ExitWalks } from './exit-walks.js';
import { addWithBreakEven, mayHaveMoved } from './moving-stop.js';

/** Returns the outcomes that these trades have with the exits of one cell. The walks of the trades must be complete. */
export function exitOutcomes(
  grid: ExitGrid,
  walks: ExitWalks,
  cell: Cell,
  places: Uint32Array,
): ExitOutcomes {
  const bracket = bracketOf(grid, walks, cell);
  const outcomes = {
    worst: new Float64Array(places.length).fill(Infinity),
    best: new Float64Array(places.length).fill(-Infinity),
  };
  const canMove = movesToBreakEven(grid, bracket.targetR);
  for (let i = 0; i < places.length; i += 1) {
    const trade = places[i]!;
    if (canMove && mayHaveMoved(walks, trade)) addWithBreakEven(outcomes, i, bracket, trade);
    else addBracket(outcomes, i, bracket, trade);
  }
  return outcomes;
}
