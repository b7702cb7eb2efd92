import fc from 'fast-check';
import { toUnits } from './eight-decimals.js';
import { unitColumn } from './unit-column.js';

const of = (...values: number[]) => [...unitColumn(Float64Array.from(values))];

describe('a column of units', () => {
  it('contains the amounts as counts of units of 1e-8', () => {
    expect(of()).toEqual([]);
    expect(of(1, -0.5, 0.1, 1e-8, 0.29)).toEqual([1e8, -5e7, 1e7, 1, 29_000_000]);
  });

  it('is exact for counts up to 2^51', () => {
    const units = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });
    fc.assert(
      fc.property(units, (count) => {
        expect(of(count / 1e8)[0]! + 0).toBe(count);
        expect(BigInt(of(count / 1e8)[0]!)).toBe(toUnits(count / 1e8));
      }),
    );
  });
});
