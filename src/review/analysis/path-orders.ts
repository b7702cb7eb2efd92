import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * Methods of drawing a path. `bootstrap`: trades are drawn with replacement. `shuffle`: every trade is drawn once.
 * `block`: blocks of consecutive trades are drawn with replacement.
 */
export const METHODS = ['bootstrap', 'shuffle', 'block'] as const;
export type Method = (typeof METHODS)[number];

/** Replaces the content of `path` by a new path. A path is a list of indexes in trade order. */
export type NextPath = (path: Uint32Array) => void;

/**
 * Returns a function that draws paths.
 * @param count number of trades to draw from, at least 1
 */
export function pathOrders(method: Method, rng: RandomGenerator, count: number): NextPath {
  if (method === 'shuffle') return shuffledOrders(rng);
  return method === 'block' ? blockOrders(rng, count) : bootstrapOrders(rng, count);
}

const bootstrapOrders =
  (rng: RandomGenerator, count: number): NextPath =>
  (path) => {
    for (let i = 0; i < path.length; i++) path[i] = uniformInt(rng, 0, count - 1);
  };

/**
 * Returns a function that shuffles the trades for each path. Each shuffle starts from trade order (Fisher and Yates,
 * from the end).
 */
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
 * Returns a function that draws paths by the stationary bootstrap, which keeps streaks of dependent results (Politis
 * and Romano, "The stationary bootstrap", 1994). At each trade a new block begins with probability 1/∛count. Otherwise
 * the next trade in trade order is drawn; after the last trade, the first trade.
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
