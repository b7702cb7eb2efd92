import type { Session } from '../../../sessions/session.entity.js';
import { seedOf } from '../random-draws.js';
import type { SliceFiguresQuery } from './slice-figures.dto.js';
import type { SliceFiguresSettings } from './slice-figures.js';

/**
 * Returns the settings of a request for the figures of a slice. The parameters of the test are ignored if no test is
 * requested.
 */
export const sliceFiguresSettings = (
  { initialBalance, randomSeed }: Pick<Session, 'initialBalance' | 'randomSeed'>,
  { breakEvenThreshold, compare, permutations, seed = seedOf({ randomSeed }) }: SliceFiguresQuery,
): SliceFiguresSettings => ({
  initialBalance,
  breakEvenThreshold,
  compare: compare === undefined ? null : { permutations: permutations ?? null, seed },
});
