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
  check('is 1 without a trade', [], 'net', 1);
  check('is 1 without a move', [[0, -2]], 'net', 1);
  check(
    'is 1 where profits are moves',
    [
      [10, 10],
      [-3.333, -3.33],
    ],
    'net',
    1,
  );
  check(
    'is that of a contract',
    [
      [10, 500],
      [-3.25, -162.5],
      [0.5, 25],
    ],
    'net',
    50,
  );
  check(
    'is exact for odd contracts',
    [
      [10, 137.3],
      [-3, -41.19],
      [7, 96.11],
    ],
    'net',
    13.73,
  );
  check(
    'shows through fees of contracts',
    [
      [10, 495.5],
      [-4, -204.5],
      [8, 395.5],
    ],
    'net',
    50,
  );
  check(
    'is 1 where fees hide it',
    [
      [10, 7],
      [-4, -7],
      [8, 5],
    ],
    'net',
    1,
  );
  check('is not made of one fee', [[10, 9.9]], 'net', 1);
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
  check('of gross profits may be any', [[0.01, 1000.12]], 'gross', 100_012);
  check(
    'of gross profits in another currency is none',
    [
      [1, 6.7],
      [1, 7.1],
      [-2, -13.1],
    ],
    'gross',
    null,
  );
});
