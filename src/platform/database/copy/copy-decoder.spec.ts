import * as fc from 'fast-check';
import { idAt, idsAt, textAt, textOrder, textsAt } from './copied-columns.js';
import { CopyDecoder } from './copy-decoder.js';

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

/** Returns the rows in the binary format of COPY: header, rows, trailer. */
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
        const texts = decoded.texts(2);
        expect(rows.map((_, i) => textAt(texts, i))).toEqual(rows.map(([, , name]) => name));
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

  it('returns the same columns for any expected number of rows', () => {
    const rows = Array.from({ length: 3_000 }, (_, i): Row => [i, i / 2, `trade ${i}`]);
    for (const expected of [0, 1, 3_000, 5_000]) {
      const columns = new CopyDecoder(['int8', 'float8', 'text'], expected);
      columns.push(copied(rows));
      const read = columns.end();
      expect([...read.numbers(1)]).toEqual(rows.map(([, price]) => price));
      expect(textAt(read.texts(2), 2_999)).toBe('trade 2999');
    }
  });

  it('does not copy its columns if the number of rows equals the expected number', () => {
    const columns = new CopyDecoder(['int8', 'float8', 'text'], 3_000);
    columns.push(copied(Array.from({ length: 3_000 }, (): Row => [1, 2, 'sixteen bytes it'])));
    const read = columns.end();
    expect(read.numbers(0).buffer.byteLength).toBe(3_000 * 8);
    expect(read.texts(2).bytes.buffer.byteLength).toBe(3_000 * 16);
  });

  it('refuses a column of texts that becomes too large', () => {
    const bytes = copied([
      [1, 1, 'abc'],
      [1, 1, 'de'],
    ]);
    const limited = (most: number) => new CopyDecoder(['int8', 'float8', 'text'], 0, most);
    expect(() => limited(4).push(bytes)).toThrow(expect.objectContaining({ code: 'TOO_MANY_TRADES' }));
    expect(() => limited(5).push(bytes)).not.toThrow();
  });

  it('reads ids', () => {
    const ids = ['0190a5e0-0000-7000-8000-0123456789ab', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
    const columns = new CopyDecoder(['uuid']);
    const bytes = ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'));
    const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
    const rows = bytes.map((id) => Buffer.concat([Buffer.from([0, 1]), field(id)]));
    columns.push(Buffer.concat([header, ...rows, Buffer.from([0xff, 0xff])]));
    const column = columns.end().ids(0);
    expect(ids.map((_, i) => idAt(column, i))).toEqual(ids);
    expect(idAt(idsAt(column, Uint32Array.of(1, 0)), 1)).toBe(ids[0]);
  });

  it('throws an error that names the column if it is read as another type', () => {
    const columns = decoder();
    columns.push(copied([]));
    const read = columns.end();
    expect(() => read.numbers(2)).toThrow('column 2 is not numeric');
    expect(() => read.texts(0)).toThrow('column 0 is not text');
    expect(() => read.ids(2)).toThrow('column 2 has no ids');
  });

  it('returns texts in a given order', () => {
    const columns = decoder();
    columns.push(copied(['ü', '', 'abc'].map((name) => [1, 1, name])));
    const sorted = textsAt(columns.end().texts(2), Uint32Array.of(2, 0, 1));
    expect([0, 1, 2].map((i) => textAt(sorted, i))).toEqual(['abc', 'ü', '']);
  });

  it('compares texts by code point', () => {
    const columns = decoder();
    // U+FF5E comes before U+1F600, although its UTF-16 code unit is greater.
    columns.push(copied(['\u{1F600}', '\uFF5E', 'b'].map((name) => [1, 1, name])));
    const inOrder = textOrder(columns.end().texts(2));
    expect([0, 1, 2].toSorted(inOrder)).toEqual([2, 1, 0]);
  });
});
