import { pointValue } from './point-value.js';

const CENT = 0.005;
/** Move and profit of a trade of one contract. */
type Pair = readonly [move: number, profit: number];

const check = (title: string, pairs: readonly Pair[], kind: 'net' | 'gross', expected: number | null) =>
  it(title, () => {
    const samples = pairs.map(([move, profit]) => ({ move, profit }));
    expect(pointValue(samples, CENT, kind)).toBe(expected);
  });

describe('the point value', () => {
  check('is 1 if there are no trades', [], 'net', 1);
  check('is 1 if price has not moved', [[0, -2]], 'net', 1);
  check(
    'is 1 if profits equal moves',
    [
      [10, 10],
      [-3.333, -3.33],
    ],
    'net',
    1,
  );
  check(
    'is 50 for a contract of 50 units',
    [
      [10, 500],
      [-3.25, -162.5],
      [0.5, 25],
    ],
    'net',
    50,
  );
  check(
    'is exact even if it is not a round number',
    [
      [10, 137.3],
      [-3, -41.19],
      [7, 96.11],
    ],
    'net',
    13.73,
  );
  check(
    'is found despite fees per contract',
    [
      [10, 495.5],
      [-4, -204.5],
      [8, 395.5],
    ],
    'net',
    50,
  );
  check(
    'is 1 if fees hide the point value',
    [
      [10, 7],
      [-4, -7],
      [8, 5],
    ],
    'net',
    1,
  );
  check('is not derived from a single fee', [[10, 9.9]], 'net', 1);
  check(
    'is below 1 for small contracts',
    [
      [100, 0.1],
      [-200, -0.2],
      [50, 0.05],
    ],
    'net',
    0.001,
  );
  check('may be any number for gross profits', [[0.01, 1000.12]], 'gross', 100_012);
  check(
    'is null for gross profits in another currency',
    [
      [1, 6.7],
      [1, 7.1],
      [-2, -13.1],
    ],
    'gross',
    null,
  );
});
