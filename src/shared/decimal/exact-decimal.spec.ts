import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import {
  decimalOf,
  minus,
  plus,
  rounded,
  roundedDouble,
  roundedQuotient,
  times,
  toDouble,
  type ExactDecimal,
} from './exact-decimal.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

const Exact = Decimal.clone({ precision: 250, rounding: Decimal.ROUND_HALF_UP });
const RUNS = { numRuns: propertyRuns(2_000) };

/**
 * Converts an exact decimal to decimal.js. The constructor of decimal.js reads any number of digits without rounding.
 */
const toReference = ({ mantissa, scale }: ExactDecimal) => new Exact(`${mantissa}e-${scale}`);
const referenceFigure = (value: Decimal) => value.toDecimalPlaces(8).toNumber() + 0;

/** Mantissas of 1 to 40 digits. A mantissa is a number if it is a safe integer, otherwise a bigint. */
const anyDecimal = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(45))
  .map(([digits, big, scale]): ExactDecimal => {
    const mantissa = big % 10n ** BigInt(digits);
    return { mantissa: Number.isSafeInteger(Number(mantissa)) ? Number(mantissa) : mantissa, scale };
  });

const checkReading = (x: number, mantissa: number | bigint, scale: number) =>
  it(`reads ${x} as ${mantissa} · 10^-${scale}`, () => {
    expect(decimalOf(x)).toEqual({ mantissa, scale });
  });

describe('decimalOf', () => {
  checkReading(0, 0, 0);
  checkReading(5, 5, 0);
  checkReading(0.1, 1, 1);
  checkReading(-27201.71, -2720171, 2);
  checkReading(1e-7, 1, 7);
  checkReading(1.5e-12, 15, 13);
  checkReading(1e12, 1_000_000_000_000, 0);
  checkReading(0.07361000000000001, 7_361_000_000_000_001, 17);
  checkReading(0.30000000000000004, 30_000_000_000_000_004n, 17);
  checkReading(1755.357207207207, 1_755_357_207_207_207, 12);
  checkReading(999_999_999_999_999, 999_999_999_999_999, 0);
  checkReading(2 ** 53 - 1, 9_007_199_254_740_991, 0);
  checkReading(2 ** 53, 9_007_199_254_740_992n, 0);
  checkReading(1.25e24, 1_250_000_000_000_000_000_000_000n, 0);

  it('returns the shortest decimal form of every finite double', () => {
    const anyDouble = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      fc.double({ noNaN: true, min: 0, max: 1e-6 }),
      anyDecimal.map((decimal) => toReference(decimal).toNumber()),
    );
    fc.assert(
      fc.property(anyDouble, (x) => toReference(decimalOf(x)).equals(new Exact(String(x)))),
      RUNS,
    );
  });
});

describe('plus, minus and times', () => {
  it('return numbers instead of bigints as long as the results are safe integers', () => {
    const largest = 2 ** 53 - 1;
    const [a, b] = [
      { mantissa: 12, scale: 1 },
      { mantissa: 5, scale: 2 },
    ];
    expect(plus(a, b)).toEqual({ mantissa: 125, scale: 2 }); // 1.20 + 0.05
    expect(minus(a, b)).toEqual({ mantissa: 115, scale: 2 });
    expect(times(a, b)).toEqual({ mantissa: 60, scale: 3 });
    const [most, two] = [
      { mantissa: largest, scale: 0 },
      { mantissa: 2, scale: 0 },
    ];
    expect(minus(most, two)).toEqual({ mantissa: largest - 2, scale: 0 });
    expect(plus(most, two)).toEqual({ mantissa: 9_007_199_254_740_993n, scale: 0 }); // no double is 2^53 + 1
    expect(times(most, two)).toEqual({ mantissa: 18_014_398_509_481_982n, scale: 0 });
  });

  it('are exact below and above 2^53', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const [x, y] = [toReference(a), toReference(b)];
        return (
          toReference(plus(a, b)).equals(x.plus(y)) &&
          toReference(minus(a, b)).equals(x.minus(y)) &&
          toReference(times(a, b)).equals(x.times(y))
        );
      }),
      RUNS,
    );
  });
});

describe('toDouble', () => {
  const check = (mantissa: number | bigint, scale: number, expected: number) =>
    expect(toDouble({ mantissa, scale })).toBe(expected);

  it('returns the nearest double for any number of decimals', () => {
    check(12, 1, 1.2);
    check(-0, 0, 0);
    check(-0, 40, 0);
    check(-1n, 400, 0);
    check(123_456_789_012_345, 20, 0.00000123456789012345);
    check(7, 30, 7e-30);
    check(10n ** 30n + 1n, 30, 1);
  });

  it('returns the double from which `decimalOf` made the decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(toDouble(decimalOf(x))).toBe(x + 0);
      }),
      RUNS,
    );
  });
});

const checkRounding = (mantissa: number | bigint, scale: number, expected: number) =>
  it(`returns ${expected} for ${mantissa} · 10^-${scale}`, () => {
    expect(rounded({ mantissa, scale })).toBe(expected);
  });

describe('rounded', () => {
  checkRounding(12, 1, 1.2);
  checkRounding(4, 9, 0);
  checkRounding(5, 9, 0.00000001);
  checkRounding(-4, 9, 0);
  checkRounding(-5, 9, -0.00000001);
  checkRounding(-0, 9, 0);
  checkRounding(-0, 0, 0);
  checkRounding(49_999, 13, 0);
  checkRounding(123_456_789_015, 9, 123.45678902);
  checkRounding(-123_456_789_015, 9, -123.45678902);
  checkRounding(5_000_000_000_000_000, 24, 0.00000001);
  checkRounding(4_999_999_999_999_999, 24, 0);
  checkRounding(9_007_199_254_740_991, 40, 0);
  checkRounding(10n ** 30n, 6, 1e24);

  it('rounds once if the decimal has more digits than a double holds', () => {
    const mantissa = 9_007_199_254_742_573n;
    expect(Number(mantissa) / 1e8).toBe(90071992.54742572); // rounded to an even integer, then to a double
    expect(rounded({ mantissa, scale: 8 })).toBe(90071992.54742573);
  });

  it('equals decimal.js, even for values next to a tie', () => {
    const aroundHalf = fc
      .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(25), fc.constantFrom(-1n, 0n, 1n))
      .map(([odd, digits, hair]) => {
        const halves = ((odd % 10n ** BigInt(digits)) * 2n + 1n) * 5n; // at scale 9
        return { mantissa: halves * 10n ** 20n + hair, scale: 29 };
      });
    fc.assert(
      fc.property(fc.oneof(anyDecimal, aroundHalf), (a) => {
        expect(rounded(a)).toBe(referenceFigure(toReference(a)));
      }),
      RUNS,
    );
  });
});

describe('roundedDouble', () => {
  it('rounds the shortest decimal form', () => {
    expect(roundedDouble(1.000000005)).toBe(1.00000001); // the double lies below the half
    expect(roundedDouble(-1e-9)).toBe(0);
    expect(roundedDouble(-0)).toBe(0);
    expect(roundedDouble(1e300)).toBe(1e300);
  });

  it('returns null for values that are null or not finite', () => {
    expect([null, Number.NaN, Infinity, -Infinity].map(roundedDouble)).toEqual([null, null, null, null]);
  });
});

describe('toDouble', () => {
  it('rounds once, at any scale', () => {
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        expect(toDouble(decimal)).toBe(toReference(decimal).toNumber() + 0);
      }),
      RUNS,
    );
  });

  it('is the inverse of `decimalOf`', () => {
    const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(anyDouble, (x) => toDouble(decimalOf(x)) === x),
      RUNS,
    );
  });
});

const checkQuotient = (a: number, b: number, expected: number) =>
  it(`returns ${expected} for ${a} / ${b}`, () => {
    expect(roundedQuotient(decimalOf(a), decimalOf(b))).toBe(expected);
  });

describe('roundedQuotient', () => {
  checkQuotient(1, 3, 0.33333333);
  checkQuotient(-2, 3, -0.66666667);
  checkQuotient(2, -3, -0.66666667);
  checkQuotient(-2, -3, 0.66666667);
  checkQuotient(0, 7, 0);
  checkQuotient(-0, 7, 0);
  checkQuotient(0.000001, 200, 0.00000001); // 5e-9
  checkQuotient(-0.000001, 200, -0.00000001);
  checkQuotient(0.00000099, 200, 0); // 4.95e-9
  checkQuotient(-0.00000099, 200, 0);
  checkQuotient(1e12, 1e-12, 1e24);
  checkQuotient(1e306, 2e306, 0.5);
  checkQuotient(1e-12, 1e12, 0);

  it('is exact for numbers beyond the range of doubles', () => {
    const [one, two] = [10n ** 400n, 2n * 10n ** 400n].map((mantissa) => ({ mantissa, scale: 0 }));
    expect(roundedQuotient(one!, two!)).toBe(0.5);
  });

  it('equals decimal.js, even for values next to a tie', () => {
    const aroundHalf = fc
      .tuple(fc.integer(), anyDecimal, fc.constantFrom(-1, 0, 1), fc.nat(20))
      .map(([odd, b, hair, hairDecimals]) => {
        const half: ExactDecimal = { mantissa: (2 * odd + 1) * 5, scale: 9 };
        const offset: ExactDecimal = { mantissa: hair, scale: b.scale + 9 + hairDecimals };
        // If the divisor has trailing zeros, some quotients are estimated with doubles, and the other quotients are
        // divided as whole numbers.
        const divisor = times(b, { mantissa: 1e10, scale: 10 });
        return [plus(times(half, b), offset), divisor] as const;
      });
    fc.assert(
      fc.property(fc.oneof(fc.tuple(anyDecimal, anyDecimal), aroundHalf), ([a, b]) => {
        fc.pre(Number(b.mantissa) !== 0);
        expect(roundedQuotient(a, b)).toBe(referenceFigure(toReference(a).dividedBy(toReference(b))));
      }),
      RUNS,
    );
  });
});
