import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** bootstrap: with replacement; shuffle: every trade once; block: with replacement, in blocks of consecutive trades. */
export const METHODS = ['bootstrap', 'shuffle', 'block'] as const;
export type Method = (typeof METHODS)[number];

/** Replaces the trades of the last path, as positions in trade order, with those of a new path. */
export type NextPath = (path: Uint32Array) => void;

/** @param count number of trades to draw from, at least 1 */
export function pathOrders(method: Method, rng: RandomGenerator, count: number): NextPath {
  if (method === 'shuffle') return shuffledOrders(rng);
  return method === 'block' ? blockOrders(rng, count) : bootstrapOrders(rng, count);
}

const bootstrapOrders =
  (rng: RandomGenerator, count: number): NextPath =>
  (path) => {
    for (let i = 0; i < path.length; i++) path[i] = uniformInt(rng, 0, count - 1);
  };

/** Shuffles each path from trade order (Fisher and Yates, from the end). */
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
 * Stationary bootstrap: at each trade a new block begins with probability 1/∛count; otherwise the next trade follows,
 * and the first follows the last (Politis and Romano, "The stationary bootstrap", 1994). This keeps streaks of
 * dependent results.
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
