import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** bootstrap: with replacement; shuffle: every trade once; block: with replacement, in blocks that follow each other. */
export const METHODS = ['bootstrap', 'shuffle', 'block'] as const;
export type Method = (typeof METHODS)[number];

/** Writes the trades of a new path, as positions in trade order, over those of the last. */
export type NextPath = (path: Uint32Array) => void;

/** @param count of the trades to draw from, from 1 */
export function pathOrders(method: Method, rng: RandomGenerator, count: number): NextPath {
  if (method === 'shuffle') return shuffledOrders(rng);
  return method === 'block' ? blockOrders(rng, count) : bootstrapOrders(rng, count);
}

const bootstrapOrders =
  (rng: RandomGenerator, count: number): NextPath =>
  (path) => {
    for (let i = 0; i < path.length; i++) path[i] = uniformInt(rng, 0, count - 1);
  };

/** Each path is shuffled from trade order (Fisher and Yates, from the end). */
const shuffledOrders =
  (rng: RandomGenerator): NextPath =>
  (path) => {
    for (let i = 0; i < path.length; i++) path[i] = i;
    for (let i = path.length - 1; i > 0; i--) {
      const j = uniformInt(rng, 0, i);
      const drawn = path[j]!;
      path[j] = path[i]!;
      path[i] = drawn;
    }
  };

/**
 * Stationary bootstrap: with each trade a new block begins with probability 1/∛count, otherwise the next trade
 * follows, the first after the last (Politis and Romano, "The stationary bootstrap", 1994). It keeps the streaks of
 * results that depend on each other.
 */
function blockOrders(rng: RandomGenerator, count: number): NextPath {
  const begins = 2 ** 32 / Math.cbrt(count);
  return (path) => {
    for (let i = 0; i < path.length; i++) {
      const isNew = i === 0 || rng.next() >>> 0 < begins;
      path[i] = isNew ? uniformInt(rng, 0, count - 1) : (path[i - 1]! + 1) % count;
    }
  };
}
