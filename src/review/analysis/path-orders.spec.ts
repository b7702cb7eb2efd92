import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Method, pathOrders } from './path-orders.js';

/** Returns paths that one generator draws one after another. */
function pathsOf(method: Method, count: number, { length = count, seed = 42, paths = 1 } = {}): number[][] {
  const nextPath = pathOrders(method, xoroshiro128plus(seed), count);
  const path = new Uint32Array(length);
  return Array.from({ length: paths }, () => {
    nextPath(path);
    return [...path];
  });
}

describe('the generator', () => {
  it('returns the expected numbers, so that responses stay the same', () => {
    const rng = xoroshiro128plus(42);
    expect([rng.next(), rng.next(), rng.next()]).toEqual([-43, -707462423, -8332113]);
    const again = xoroshiro128plus(42);
    expect(Array.from({ length: 8 }, () => uniformInt(again, 0, 7))).toEqual([5, 1, 7, 4, 2, 4, 4, 3]);
  });

  it('accepts every seed of 32 bits', () => {
    const first = (seed: number) => xoroshiro128plus(seed).next();
    expect(first(0)).toBe(-1);
    expect(first(2 ** 32 - 1)).toBe(0);
  });
});

describe('the trades of a path', () => {
  it('are drawn with replacement by the method bootstrap', () => {
    expect(pathsOf('bootstrap', 8)).toEqual([[5, 1, 7, 4, 2, 4, 4, 3]]);
    expect(pathsOf('bootstrap', 3, { length: 7 })[0]).toHaveLength(7);
    expect(pathsOf('bootstrap', 1, { length: 3 })).toEqual([[0, 0, 0]]);
  });

  it('are shuffled by the method shuffle, starting from trade order', () => {
    const [first, second] = pathsOf('shuffle', 8, { paths: 2 });
    expect(first).toEqual([1, 3, 4, 2, 0, 7, 6, 5]);
    expect(second).not.toEqual(first);
    expect(new Set(second)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
    expect(pathsOf('shuffle', 1)).toEqual([[0]]);
  });

  it('are drawn in blocks of consecutive trades, where the first trade follows the last', () => {
    expect(pathsOf('block', 8)).toEqual([[5, 6, 7, 0, 4, 3, 4, 7]]);
    expect(pathsOf('block', 1, { length: 3 })).toEqual([[0, 0, 0]]);
  });

  it('form blocks with a mean length of ∛N trades', () => {
    const [path] = pathsOf('block', 1000, { length: 100_000 });
    // By chance, one in a thousand new blocks begins with the trade that follows the previous block.
    const breaks = path!.filter((trade, i) => i > 0 && trade !== (path![i - 1]! + 1) % 1000).length;
    expect(100_000 / breaks).toBeGreaterThan(9.8);
    expect(100_000 / breaks).toBeLessThan(10.2);
  });

  it('are drawn with equal probability', () => {
    for (const method of ['bootstrap', 'block'] as const) {
      const counts = [0, 0, 0, 0, 0];
      for (const trade of pathsOf(method, 5, { length: 100_000 })[0]!) counts[trade]! += 1;
      for (const count of counts) expect(Math.abs(count - 20_000)).toBeLessThan(600);
    }
  });

  it('are shuffled into every order with equal probability', () => {
    const orders = new Map<string, number>();
    for (const path of pathsOf('shuffle', 3, { paths: 6_000 })) {
      orders.set(path.join(), (orders.get(path.join()) ?? 0) + 1);
    }
    expect(orders.size).toBe(6);
    for (const count of orders.values()) expect(Math.abs(count - 1_000)).toBeLessThan(130);
  });
});
