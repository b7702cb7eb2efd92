import fc from 'fast-check';
import { numberText, writeNumber } from './write-number.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

const bytes = Buffer.alloc(64);
const written = (value: number) => bytes.toString('latin1', 3, writeNumber(bytes, 3, value));

describe('a number in JSON', () => {
  const numbers = [
    0, -0, 1, 9, 10, 99, 100, 999_999_999, 1e9, 1_700_000_000_000, 999_999_999_999_999, 1e15, 1e21, 1e300,
    0.1, 0.30000000000000004, 1e-6, 0.000001234, 9.99e-7, 1e-7, 1e-8, 5e-324, 28_443.04, 1529.35437, 0.00001234,
    123_456_789.12345678, 99_999_999.99999999, 9_007_199_254_740_991, 4_503_599_627_370_495.5, 0.5, 1.05, 1.000_000_01,
    100_000.000_01, 8_388_608.000_000_01, 62.99999999, 0.99999999, 0.999999995, -1, -0.5, -28_443.04,
  ]; // prettier-ignore
  for (const value of numbers) it(String(value), () => expect(written(value)).toBe(JSON.stringify(value)));

  it('can also be returned as a text', () => {
    expect(numbers.map(numberText)).toEqual(numbers.map(String));
    expect(numberText(-Number.MIN_VALUE)).toBe('-5e-324');
    expect(numberText(-1.2345678901234568e-300)).toBe('-1.2345678901234568e-300');
  });

  it('equals String(value) for any double and any decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(written(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: propertyRuns(2000) },
    );
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(12), fc.nat(15), (digits, decimals, shorter) => {
        const value = Math.floor(digits / 10 ** shorter) / 10 ** decimals;
        expect(written(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: propertyRuns(5000) },
    );
  });
});
