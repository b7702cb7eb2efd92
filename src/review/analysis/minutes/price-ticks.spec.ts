import fc from 'fast-check';
import { Decimal } from 'decimal.js';
import { MostDecimals, decimalsOf, inTicks } from './price-ticks.js';

describe('the decimals of a price', () => {
  it('are counted in the first 12 significant digits of the price', () => {
    expect(decimalsOf(0.38830000000000003)).toBe(4);
    expect([100, 0.5, 1e-8, 64_123.45, 0.1 + 0.2].map(decimalsOf)).toEqual([0, 1, 8, 2, 1]);
    expect(decimalsOf(123_456_789.123456)).toBe(3);
  });

  it('are counted for the price with the most decimals so far', () => {
    const decimals = new MostDecimals();
    const counted = [100, 99.5, 1, 0.38830000000000003, 99.25].map((price) => {
      decimals.add(price);
      return decimals.most;
    });
    expect(counted).toEqual([0, 1, 1, 4, 4]);
  });
});

describe('a price in ticks', () => {
  it('is rounded half away from zero', () => {
    expect([94.5, 94.4999, 95, 0.5].map((price) => inTicks(price, 0))).toEqual([95, 94, 95, 1]);
    expect(inTicks(1.005, 2)).toBe(101); // the double is below 1.005
    expect(inTicks(0.38830000000000003, 4)).toBe(3883);
  });

  it('agrees with decimal arithmetic', () => {
    const wholeTicks = fc
      .tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
      .map(([ticks, decimals]) => ticks / 10 ** decimals);
    const price = fc.oneof(wholeTicks, fc.double({ min: 1e-6, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 5 }), (value, decimals) => {
        const rounded = new Decimal(String(value)).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
        expect(inTicks(value, decimals)).toBe(rounded.times(10 ** decimals).toNumber());
      }),
    );
  });
});
