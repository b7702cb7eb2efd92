import fc from 'fast-check';

/** Valid texts that are known to cause faults in software. */
export const ODD_TEXTS = [
  "'; DROP TABLE trades; --",
  "1' OR '1'='1",
  '") UNION SELECT hash FROM api_keys --',
  '$1::int/0',
  "E'\\\\x00'",
  '{"a":1}',
  '{1,2,NULL}',
  'NULL',
  'null',
  'undefined',
  'NaN',
  '\\N',
  '\\.',
  '\\u0000',
  '%00',
  '%s%n%x',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a\tb\nc\rd',
  '\u0001\u0008\u001b[31m\u007f\u0085',
  '\u2028\u2029',
  '\ufeffmark',
  '\u200b\u200d\u2060',
  '\u202egnp.exe\u202c',
  'שלום עולם',
  'مرحبا بالعالم',
  'Z\u0351\u036b\u0343\u036a\u0302A\u0334\u0335L\u0321\u0319G\u0321O',
  '\u0041\u030a\u00c5\u212b',
  '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪',
  '\u{10ffff}\u{1f600}\u{20000}',
  '\uffff\ufffe\ufdd0',
  '\ue000\uf8ff',
  'İıſẞßK',
  '"quoted", and, comma\\',
  '__proto__',
  'constructor',
  'toString',
  '1e400',
  '   ',
] as const;

const codePoints = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const graphemes = fc.string({ unit: 'grapheme', maxLength: 20 });

/** Texts with `min` to `max` code points, sometimes exactly at these bounds. */
export function textOf(min: number, max: number): fc.Arbitrary<string> {
  const long = (unit: string) =>
    fc.constantFrom(...new Set([max, max - 1, min]), Math.min(max, min + 1)).map((n) => unit.repeat(n));
  return fc
    .oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
      { weight: 3, arbitrary: codePoints },
      { weight: 2, arbitrary: graphemes },
      { weight: 1, arbitrary: fc.constantFrom('x', '😀', 'é', '\u0301', "'", '\\').chain(long) },
    )
    .map((text) => fitted(text, min, max));
}

/** Cuts or fills up a text to a number of code points between `min` and `max`. */
export function fitted(text: string, min: number, max: number): string {
  const points = [...text];
  return points.length > max
    ? points.slice(0, max).join('')
    : text + '.'.repeat(Math.max(0, min - points.length));
}

/** Texts with at least one visible character. */
export const visibleTextOf = (min: number, max: number): fc.Arbitrary<string> =>
  textOf(min, max).map((text) => (/\S/.test(text) ? text : fitted(`n${text}`, min, max)));

const ALPHANUMERIC = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];

export const symbolText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 1, maxLength: 32 }),
  fc.constantFrom(
    'BTCUSDT',
    'btcusdt',
    'ethUSDT',
    '1',
    'x'.repeat(32),
    'NULL',
    'constructor',
    '0e1',
    'FUZZED',
    'fuzzed',
  ),
);
