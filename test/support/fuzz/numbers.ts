import fc from 'fast-check';
import type { Schema } from '../openapi-document.js';
import { Digits } from './json.js';

const isWithin = (n: number, { type, minimum, exclusiveMinimum, maximum }: Schema): boolean =>
  Number.isFinite(n) &&
  (type !== 'integer' || Number.isInteger(n)) &&
  (minimum === undefined || (exclusiveMinimum ? n > minimum : n >= minimum)) &&
  (maximum === undefined || n <= maximum);

/** Returns a number, a double just above and just below it, and the numbers that are larger and smaller by 1. */
const around = (n: number): number[] => {
  const step = Math.max(5e-324, Math.abs(n) * Number.EPSILON);
  return [n, n + step, n - step, n + 1, n - 1];
};

const REMARKABLE = [
  0,
  1,
  2,
  0.1,
  0.3,
  1 / 3,
  1e-7,
  1e-8,
  5e-9,
  1e-12,
  5e-324,
  2.2250738585072014e-308,
  123456789.12345678,
  1e8,
  1e12,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  1700000000000,
  28400.07,
  0.00001234,
  999999999999.9999,
];

/** Functions that write a number in another notation. */
const spelled = fc.constantFrom(
  (text: string) => text,
  (text: string) => (/[.e]/.test(text) ? text : `${text}.0`),
  (text: string) => (/e/.test(text) ? text.replace('e', 'E') : `${text}e0`),
  (text: string) => (/e/.test(text) ? text : `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(20)}`),
  (text: string) => (/[.e]/.test(text) || text === '0' ? text : `${text}000E-3`),
  (text: string) => (/e/.test(text) ? text : `${text}E+00`),
);

/** Numbers that a schema allows, mostly at its limits, in every notation of JSON. */
export function numberOf(schema: Schema): fc.Arbitrary<Digits> {
  const { type, minimum = -1e12, maximum = 1e12 } = schema;
  const edges = [...around(minimum), ...around(maximum), ...REMARKABLE, ...REMARKABLE.map((n) => -n)];
  const allowed = edges.filter((n) => isWithin(n, schema)).map((n) => String(n));
  const whole = fc.maxSafeInteger().map((n) => String(n));
  const small = fc.integer({ min: 1, max: 100_000 }).map((n) => String(n));
  const double = fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }).map(String);
  const manyDigits = fc
    .tuple(fc.nat(1_000_000), fc.nat(999_999_999), fc.nat(999_999_999))
    .map(([whole, a, b]) => `${whole}.${String(a).padStart(9, '0')}${String(b).padStart(9, '0')}7`);
  return fc
    .tuple(
      fc.oneof(fc.constantFrom(...allowed), small, type === 'integer' ? whole : fc.oneof(double, manyDigits)),
      spelled,
    )
    .map(([text, spell]) => new Digits(spell(text)))
    .map((digits) => (isWithin(digits.value, schema) ? digits : new Digits(allowed[0] ?? '1')));
}

/** Valid but unusual JSON numbers. Some fields accept some of these numbers. */
export const ODD_NUMBERS = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '-0.0',
  '0e0',
  '0',
  '-1',
  '1',
  '0.5',
  '1.5',
  '1e0',
  '5e-324',
  '2e-324',
  '1.7976931348623157e308',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '1e15',
  '1000000000000001',
  '1e12',
  '1000000000001',
  '1000000000000.0001',
  '9.999999999999999e-13',
  '1e-12',
  '0.1000000000000000055511151231257827',
  '253402300799999',
  '253402300800000',
  '2147483648',
  '1e1000000',
  '0.'.padEnd(2000, '0') + '1',
  '1'.padEnd(400, '0'),
  '123456789012345678901234567890',
  '4.35',
  '1E+2',
  '-1e12',
  '-1000000000001',
] as const;
