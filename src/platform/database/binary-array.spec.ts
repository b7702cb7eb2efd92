import { binaryArray } from './binary-array.js';

const hex = (...parts: string[]) => parts.join('').replaceAll(' ', '');

describe('an array of numbers in binary form', () => {
  it.each([
    [
      'double precision',
      [1, null],
      hex('00000001 00000001 000002bd 00000002 00000001', '00000008 3ff0000000000000', 'ffffffff'),
    ],
    [
      'double precision',
      [-0.5],
      hex('00000001 00000000 000002bd 00000001 00000001', '00000008 bfe0000000000000'),
    ],
    [
      'bigint',
      [1_704_844_800_000],
      hex('00000001 00000000 00000014 00000001 00000001', '00000008 0000018cf0ab3000'),
    ],
    ['bigint', [-1], hex('00000001 00000000 00000014 00000001 00000001', '00000008 ffffffffffffffff')],
    [
      'smallint',
      [7, -2],
      hex('00000001 00000000 00000015 00000002 00000001', '00000002 0007', '00000002 fffe'),
    ],
  ] as const)('of the type %s encodes %j', (kind, values, expected) => {
    expect(binaryArray(values, kind).toString('hex')).toBe(expected);
  });

  it('encodes bigint up to the largest integers of a double', () => {
    for (const value of [
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      2 ** 32,
      2 ** 32 - 1,
      -(2 ** 32),
      0,
    ]) {
      expect(Number(binaryArray([value], 'bigint').readBigInt64BE(24))).toBe(value);
    }
  });
});
