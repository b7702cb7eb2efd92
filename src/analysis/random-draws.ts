import type { Session } from '../sessions/session.entity.js';

/** Draws of an answer: so many take the thread a second or two, for all workspaces. */
export const MOST_DRAWS = 20_000_000;

/** The seeds of the generator are the whole numbers below. */
const SEEDS = 2 ** 32;

export const LARGEST_SEED = SEEDS - 1;

/** The seed of a session's answers, unless the request gives one. */
export const seedOf = ({ randomSeed }: Pick<Session, 'randomSeed'>): number => randomSeed % SEEDS;
