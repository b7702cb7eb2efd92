import fc from 'fast-check';
import { SPELLINGS, type Edit } from './json.js';
import { ODD_NUMBERS } from './numbers.js';
import { ODD_TEXTS } from './texts.js';

/** Scalars and small structures as raw JSON. They are invalid nearly everywhere. */
const ODD_VALUES = [
  'null',
  'true',
  'false',
  '""',
  '" "',
  '"5"',
  '"0x10"',
  '"NaN"',
  '[]',
  '[[]]',
  '{}',
  '[{}]',
  '[null]',
  '{"$gt":0}',
  '{"toString":1}',
  '{"__proto__":{"name":"x"}}',
  '{"length":3}',
  '{"0":{}}',
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"ok\ud83d"`,
  String.raw`"\ude00"`,
  `${'['.repeat(12)}${']'.repeat(12)}`,
  `${'{"a":'.repeat(12)}1${'}'.repeat(12)}`,
  '"\u00a0\u3000\ufeff"',
  '"long"',
  '"LONG"',
  '"venue-spot"',
  '"venue-usdm-current-quarter"',
  '"1m"',
  '"1M"',
  '"spot"',
  '"fixed"',
  '"finished"',
  '"Europe/Berlin"',
  '"+01:00"',
  '"europe/berlin"',
  '"Etc/GMT+12"',
  '"BTCUSDT"',
  '"ＢＴＣ"',
  '"ſ"',
  '"A\\nB"',
  '"0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"',
  '"{0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a}"',
  '"00000000-0000-0000-0000-000000000000"',
  '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
] as const;

const lengthy = fc
  .tuple(
    fc.constantFrom('x', '😀', '\u0301', ' '),
    fc.constantFrom(32, 33, 64, 65, 100, 101, 128, 129, 200, 201, 1000, 1001, 5000, 5001, 50_000),
  )
  .map(([unit, length]) => JSON.stringify(unit.repeat(length)));

export const oddValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_TEXTS).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: lengthy },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.double().map((n) => (Number.isFinite(n) ? String(n) : '1e999')) },
);

/** Field names: prototypes, fields that the server sets, and names similar to known fields. */
export const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'id',
  'sessionId',
  'workspaceId',
  'status',
  'endedAt',
  'createdAt',
  'position',
  'plNet',
  'givenCosts',
  'NAME',
  'name ',
  ' name',
  'name\0',
  'nаme',
  '',
  '\0',
  '\ud800',
  '0',
  'length',
  'trades[0]',
  'assets.0',
  'name',
  'note',
  'qty',
  'fees',
  "'; DROP TABLE trades; --",
  'x'.repeat(300),
  '😀',
  '$ref',
] as const;

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(400),
  how: fc.constantFrom('put', 'put', 'put', 'drop', 'add', 'twice', 'rename', 'wrap'),
  key: fc.constantFrom(...ODD_KEYS),
  raw: oddValue,
});

const place = { at: fc.nat(400), key: fc.constant('') };

/** Characters that no text may contain. */
const UNSOUND = [
  String.raw`\u0000`,
  String.raw`\ud800`,
  String.raw`\udc00`,
  String.raw`\ude00\ud83d`,
] as const;

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: anyEdit },
  {
    weight: 1,
    arbitrary: fc.record({ ...place, how: fc.constant('spoil' as const), raw: fc.constantFrom(...UNSOUND) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...place,
      how: fc.constant('count' as const),
      raw: fc.constantFrom(...ODD_NUMBERS),
    }),
  },
);

export const spelling = fc.constantFrom(...SPELLINGS);

/** Bodies that are not JSON, or barely JSON. */
export const ODD_BODIES = [
  '',
  ' ',
  '\0',
  '{',
  '}',
  '[',
  '{"name":"x",}',
  "{'name':'x'}",
  '{name:1}',
  '{"name":NaN}',
  '{"initialBalance":Infinity}',
  '{"qty":+1}',
  '{"qty":.5}',
  '{"qty":5.}',
  '{"qty":0x10}',
  '{"qty":01}',
  '{"qty":1_000}',
  '{"qty":1n}',
  '{"name":undefined}',
  '{"a":1}{"b":2}',
  '{}\0',
  '{} // comment',
  '{/**/}',
  '\ufeff{}',
  '{"name":"\u0001"}',
  '{"name":"a\nb"}',
  String.raw`{"name":"\x41"}`,
  String.raw`{"name":"\u12"}`,
  '{"name":"open',
  '"text"',
  '1',
  '-0',
  '1e400',
  'true',
  'null',
  '[]',
  '[{}]',
  '{}',
  'name=x&symbol=BTCUSDT',
  '<xml/>',
  '--boundary\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--boundary--',
] as const;
