import fc from 'fast-check';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { decimalText } from '../../../shared/decimal/decimal-text.js';
import { isUsualValue, pointValueOf, roundest } from './round-value.js';

const text = (low: number, high: number) => decimalText(roundest(low, high).exact);

describe('the number with the fewest digits', () => {
  it.each([
    [99949.999, 100050.001, '100000'],
    [49.95, 50.05, '50'],
    [60702, 64752, '63000'],
    [0.5, 200, '1'],
    [2, 2000, '1000'],
    [34.9, 35.1, '35'],
    [1.8865007, 1.8865396, '1.88652'],
    [0.0124, 0.0126, '0.0125'],
    [150, 150, '150'],
    [1e-3, 1.9e-3, '0.001'],
  ])('between %d and %d is %s', (low, high, expected) => {
    expect(text(low, high)).toBe(expected);
  });

  it('is the greater of two that are equally near to the middle', () => {
    expect(text(1.9, 3.1)).toBe('3');
    expect(text(200, 500)).toBe('400');
  });

  it('is within the ends, and no number of fewer digits is', () => {
    const ends = fc.tuple(
      fc.double({ min: 1e-3, max: 1e8, noNaN: true }),
      fc.double({ min: 1e-11, max: 2, noNaN: true }),
    );
    fc.assert(
      fc.property(ends, ([low, share]) => {
        const high = low * (1 + share);
        const { value, digits } = roundest(low, high);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
        if (digits < 2) return;
        // Rounding an end up or down to fewer digits leaves the range.
        const next = Number(low.toPrecision(digits - 1));
        const step = 10 ** (Math.floor(Math.log10(low)) - digits + 2);
        for (const other of [next - step, next, next + step].map((x) => Number(x.toPrecision(digits - 1))))
          expect(other < low || other > high || other === value).toBe(true);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('has no digits if it is 1, and none for zeros around others', () => {
    expect(
      ['1', '1.00', '10', '0.025', '62500', '1.5', '12.30'].map((each) => pointValueOf(each).digits),
    ).toEqual([0, 0, 1, 2, 3, 2, 3]);
  });

  it('is usual for one digit, 25, 125 and 625', () => {
    const usual = ['1', '5', '50', '0.25', '12.5', '62500', '1000'];
    expect(usual.map(pointValueOf).every(isUsualValue)).toBe(true);
    expect(['35', '15', '1.1', '375'].map(pointValueOf).some(isUsualValue)).toBe(false);
  });
});
