import { Problem } from '../problems/problem.js';

/** What keys and tokens of an erased workspace get. */
export const workspaceErased = (): Problem => new Problem('FORBIDDEN', 'The workspace was erased.');
