import fc from 'fast-check';
import { normalCdf, normalQuantile } from './normal.js';

/** Reference values, computed with 40 digits (mpmath). */
const PROBABILITIES: [x: number, probability: number][] = [
  [-20, 2.7536241186062337e-89],
  [-8, 6.220960574271784e-16],
  [-5, 2.866515718791939e-7],
  [-3, 0.0013498980316300946],
  [-2.5, 0.006209665325776135],
  [-2, 0.02275013194817921],
  [-1, 0.15865525393145705],
  [-0.5, 0.3085375387259869],
  [-1e-9, 0.4999999996010577],
  [0, 0.5],
  [0.25, 0.5987063256829237],
  [1, 0.841344746068543],
  [1.959963984540054, 0.975],
  [2.5, 0.993790334674224],
  [3, 0.9986501019683699],
  [6, 0.9999999990134123],
  [9, 1],
];

const QUANTILES: [probability: number, x: number][] = [
  [1e-300, -37.0470962993612],
  [1e-50, -14.933337534788489],
  [1e-12, -7.034483825301132],
  [0.0001, -3.7190164854556804],
  [0.005, -2.575829303548901],
  [0.01, -2.326347874040841],
  [0.025, -1.9599639845400543],
  [0.05, -1.6448536269514726],
  [0.075, -1.439531470938456],
  [0.1, -1.2815515655446004],
  [0.2, -0.8416212335729142],
  [0.4, -0.2533471031357998],
  [0.425, -0.1891184262727925],
  [0.49999, -2.506628274893494e-5],
  [0.5, 0],
  [0.8, 0.8416212335729142],
  [0.975, 1.9599639845400543],
  [0.995, 2.575829303548901],
  [0.9999, 3.7190164854556804],
];

describe('the normal distribution', () => {
  it.each(PROBABILITIES)('has Φ(%d) = %d', (x, probability) => {
    expect(Math.abs(normalCdf(x) - probability)).toBeLessThan(1e-15);
    expect(Math.abs(normalCdf(x) / probability - 1)).toBeLessThan(1e-13);
  });

  it.each(QUANTILES)('has Φ⁻¹(%d) = %d', (probability, x) => {
    // Digits that 1 − p loses are also lost in the quantile, because the slope of the quantile is 1 / density, which is
    // large in the tail.
    expect(Math.abs(normalQuantile(probability) - x)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(x)));
  });

  it('has a probability of 0 at −∞ and of 1 at ∞', () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect(normalCdf(-Infinity)).toBe(0);
    expect(normalCdf(Infinity)).toBe(1);
    expect(normalCdf(Number.NaN)).toBeNaN();
  });

  it('has a quantile function that inverts the probability', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 5, noNaN: true }), (x) => {
        expect(Math.abs(normalQuantile(normalCdf(x)) - x)).toBeLessThan(1e-10);
      }),
    );
  });

  it('is symmetric around 0', () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 15);
      }),
    );
  });
});
