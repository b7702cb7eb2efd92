import type { Session } from '../sessions/session.entity.js';

/**
 * Maximum number of draws per response. All workspaces share the thread, and this number of draws takes a second or
 * two.
 */
export const MAX_DRAWS = 20_000_000;

/** Number of seeds. A seed of the generator is a whole number below this number. */
const SEEDS = 2 ** 32;

export const LARGEST_SEED = SEEDS - 1;

/** Returns the seed of a session. The seed applies if the request does not contain a seed. */
export const seedOf = ({ randomSeed }: Pick<Session, 'randomSeed'>): number => randomSeed % SEEDS;
