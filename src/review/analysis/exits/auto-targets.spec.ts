import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { autoTargets } from './auto-targets.js';
import { DEFAULT_TARGETS } from './exit-grid.js';

const targetsOf = (...moves: number[]) => autoTargets(Float64Array.from(moves).toSorted());

describe('the targets that fit the trades', () => {
  const check = (moves: number[], expected: readonly number[]) =>
    expect(targetsOf(...moves)).toEqual(expected);

  it('are five steps of a fifth of the 90 % quantile of the moves', () => {
    check([5], [1, 2, 3, 4, 5]);
    // Rank 0.9 of the two moves: 1 + 0.9 · 1 = 1.9, a fifth of which is 0.38.
    check([1, 2], [0.38, 0.76, 1.14, 1.52, 1.9]);
    // Rank 4.5 of six moves: (1.6 + 3.4) / 2 = 2.5.
    check([0.2, 3.4, 0.9, 1.1, 1.6, 0], [0.5, 1, 1.5, 2, 2.5]);
  });

  it('are exact decimals', () => {
    check([0.5], [0.1, 0.2, 0.3, 0.4, 0.5]); // 3 · 0.1 as doubles is 0.30000000000000004
    check([3.5], [0.7, 1.4, 2.1, 2.8, 3.5]); // 3 · 0.7 as doubles is 2.0999999999999996
  });

  it('have a step of two significant digits, rounded half up', () => {
    check([1.62], [0.32, 0.64, 0.96, 1.28, 1.6]); // 0.324
    check([0.725], [0.15, 0.3, 0.45, 0.6, 0.75]); // 0.145, which is less as a double
    check([0.4999], [0.1, 0.2, 0.3, 0.4, 0.5]); // 0.09998
    check([61.7], [12, 24, 36, 48, 60]); // 12.34
    check([123_456], [25_000, 50_000, 75_000, 100_000, 125_000]);
    check([2.5e20], [5e19, 1e20, 1.5e20, 2e20, 2.5e20]);
  });

  it('have a step of at least 0.01', () => {
    const least = [0.01, 0.02, 0.03, 0.04, 0.05];
    for (const move of [0, 1e-8, 0.0499, 0.05, 0.0524]) check([move], least);
    check([0.0526], [0.011, 0.022, 0.033, 0.044, 0.055]);
  });

  it('are the default without a move', () => check([], DEFAULT_TARGETS));

  it('agree with decimal arithmetic', () => {
    const move = fc.integer({ min: 0, max: 2_000_000_000 }).map((units) => units / 1e8);
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 30 }), (moves) => {
        const sorted = moves.toSorted((a, b) => a - b).map((value) => new Decimal(value));
        const rank = new Decimal(sorted.length - 1).times('0.9');
        const lower = sorted[rank.floor().toNumber()]!;
        const upper = sorted[rank.ceil().toNumber()]!;
        const reached = lower.plus(upper.minus(lower).times(rank.minus(rank.floor())));
        const fifth = reached.toDecimalPlaces(8, Decimal.ROUND_HALF_UP).div(5);
        const step = Decimal.max(fifth.toSignificantDigits(2, Decimal.ROUND_HALF_UP), '0.01');
        expect(targetsOf(...moves)).toEqual([1, 2, 3, 4, 5].map((count) => step.times(count).toNumber()));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
