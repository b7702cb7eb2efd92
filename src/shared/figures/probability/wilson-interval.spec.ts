import fc from 'fast-check';
import { normalQuantile } from './normal.js';
import { wilsonInterval } from './wilson-interval.js';

const Z = normalQuantile(0.975);
const check = (successes: number, count: number, low: number, high: number) =>
  expect(wilsonInterval(successes, count, Z)).toEqual({ low, high });

describe('Wilson interval', () => {
  it('has the expected bounds for given successes and trials', () => {
    check(4, 8, 0.21521606, 0.78478394);
    check(19, 24, 0.59529547, 0.90755175);
    check(0, 10, 0, 0.2775328);
    check(10, 10, 0.7224672, 1);
    check(1, 1, 0.20654931, 1); // 1 / (1 + z²)
  });

  it('is null if there are no trials', () => {
    expect(wilsonInterval(0, 0, Z)).toBeNull();
  });

  it('contains the share, lies within 0..1, and is mirrored for the complement', () => {
    const trials = fc.nat(1_000_000).chain((count) => fc.tuple(fc.nat(count), fc.constant(count)));
    fc.assert(
      fc.property(trials, fc.double({ min: 1.28, max: 2.58, noNaN: true }), ([successes, count], z) => {
        fc.pre(count > 0);
        const { low, high } = wilsonInterval(successes, count, z)!;
        const complement = wilsonInterval(count - successes, count, z)!;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low - 1e-8).toBeLessThanOrEqual(successes / count);
        expect(high + 1e-8).toBeGreaterThanOrEqual(successes / count);
        expect(complement.low).toBeCloseTo(1 - high, 7);
        expect(complement.high).toBeCloseTo(1 - low, 7);
      }),
    );
  });
});
