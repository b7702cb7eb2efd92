import fc from 'fast-check';
import { compensatedSum } from './compensated-sum.js';

const of = (values: number[], first?: number) => compensatedSum(Float64Array.from(values), first);

describe('compensated sums', () => {
  it('keep the digits that a sum of doubles loses', () => {
    expect(of([])).toBe(0);
    expect(of([1e16, 1, -1e16])).toBe(1);
    expect(of([1, 1e100, 1, -1e100])).toBe(2);
    expect(of(Array<number>(1_000_000).fill(0.1))).toBe(100_000);
  });

  it('start from a given value', () => {
    expect(of([], 7)).toBe(7);
    expect(of([1, -1e16], 1e16)).toBe(1);
  });

  it('do not depend on the order of the values', () => {
    const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(values, (list) => {
        const size = Math.max(...list.map(Math.abs), 0);
        expect(Math.abs(of(list) - of(list.toReversed()))).toBeLessThanOrEqual(size * 1e-15);
      }),
    );
  });
});
