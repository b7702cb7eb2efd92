import type { Session } from '../sessions/session.entity.js';

/** Maximum number of draws per response. This number takes the thread, which all workspaces share, a second or two. */
export const MAX_DRAWS = 20_000_000;

/** Seeds of the generator are the whole numbers below this one. */
const SEEDS = 2 ** 32;

export const LARGEST_SEED = SEEDS - 1;

/** Returns the seed of a session, which applies unless the request gives one. */
export const seedOf = ({ randomSeed }: Pick<Session, 'randomSeed'>): number => randomSeed % SEEDS;
