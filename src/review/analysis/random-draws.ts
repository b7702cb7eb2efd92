import type { Session } from '../../sessions/session.entity.js';

/** Maximum number of draws per response. The draws take a second or two in a thread that all workspaces share. */
export const MAX_DRAWS = 20_000_000;

/** Number of possible seeds. A seed is a whole number from 0 up to, but not including, this number. */
const SEEDS = 2 ** 32;

export const LARGEST_SEED = SEEDS - 1;

/** Returns the seed of a session. It is used if the request contains no seed. */
export const seedOf = ({ randomSeed }: Pick<Session, 'randomSeed'>): number => randomSeed % SEEDS;
