import { Problem } from '../../shared/problems/problem.js';

/** Returns the error for keys and tokens of an erased workspace. */
export const workspaceErased = (): Problem => new Problem('FORBIDDEN', 'The workspace was erased.');
