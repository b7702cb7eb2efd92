import * as fc from 'fast-check';
import { CopyDecoder, compareTexts } from './copy-decoder.js';

type Row = readonly [time: number | null, price: number | null, name: string];

const field = (bytes: Buffer | null): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes?.length ?? -1);
  return bytes ? Buffer.concat([length, bytes]) : length;
};

const int8 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};

const float8 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** The rows as PostgreSQL copies them: header, rows, trailer. */
const copied = (rows: readonly Row[]): Buffer =>
  Buffer.concat([
    Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
    Buffer.alloc(8),
    ...rows.flatMap(([time, price, name]) => [
      Buffer.from([0, 3]),
      field(time === null ? null : int8(time)),
      field(price === null ? null : float8(price)),
      field(Buffer.from(name)),
    ]),
    Buffer.from([0xff, 0xff]),
  ]);

const decoder = () => new CopyDecoder(['int8', 'float8', 'text']);

const row = fc.tuple(
  fc.option(fc.maxSafeInteger()),
  fc.option(fc.double({ noNaN: true })),
  fc.string({ unit: 'binary' }),
);

describe('CopyDecoder', () => {
  it('decodes rows that arrive in chunks of any size', () => {
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 50 }), (rows, chunkSize) => {
        const bytes = copied(rows);
        const columns = decoder();
        for (let at = 0; at < bytes.length; at += chunkSize) columns.push(bytes.subarray(at, at + chunkSize));
        const decoded = columns.end();
        expect(decoded.count).toBe(rows.length);
        expect([...decoded.numbers(0)]).toEqual(rows.map(([time]) => time ?? NaN));
        expect([...decoded.numbers(1)]).toEqual(rows.map(([, price]) => price ?? NaN));
        const { bytes: texts, ends } = decoded.texts(2);
        expect([...ends].map((end, i) => texts.toString('utf8', i && ends[i - 1], end))).toEqual(
          rows.map(([, , name]) => name),
        );
      }),
    );
  });

  it('refuses incomplete rows', () => {
    const bytes = copied([[1, 2, 'a']]);
    for (let length = 0; length < bytes.length; length += 1) {
      const columns = decoder();
      columns.push(bytes.subarray(0, length));
      expect(() => columns.end()).toThrow('incomplete');
    }
  });

  it('compares texts by code point', () => {
    const columns = decoder();
    // U+FF5E comes before U+1F600, although its UTF-16 code unit is the greater one.
    columns.push(copied(['\u{1F600}', '\uFF5E', 'b'].map((name) => [1, 1, name])));
    const names = columns.end().texts(2);
    expect([0, 1, 2].toSorted((a, b) => compareTexts(names, a, b))).toEqual([2, 1, 0]);
  });
});
