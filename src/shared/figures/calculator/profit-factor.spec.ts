import { Decimal } from 'decimal.js';
import { rounded } from '../../decimal/exact-decimal.js';
import { sumsBySign } from '../../decimal/exact-sum.js';
import { profitFactor } from './profit-factor.js';

describe('the profit factor', () => {
  const check = (values: number[], expected: number | null) => {
    const sums = sumsBySign(Float64Array.from(values), values.length);
    expect(profitFactor(sums)).toBe(expected);
    expect(rounded(sums.total)).toBe(
      values.reduce((sum, value) => sum.plus(value), new Decimal(0)).toNumber(),
    );
  };

  it('is Σ profits / |Σ losses|, or null if there is no loss', () => {
    check([], null);
    check([0, 0], null);
    check([10, 5], null);
    check([-10, -5], 0); // 0 / 15
    check([30, -10, 15, -20], 45 / 30);
    check([30, 0, -10], 30 / 10); // a zero is neither a profit nor a loss
    check([1e12, 1e-8, -1e-8], 1e20 + 1);
    check([1e16, ...Array(10).fill(1), -1], 1e16 + 10); // the sum of doubles is 1e16
    check([0.1, 0.2, -0.3], 1);
  });
});
