import * as fc from 'fast-check';
import { textAt } from './copied-columns.js';
import { CopyDecoder } from './copy-decoder.js';
import { type ColumnType, type ColumnValue, RowEncoder } from './row-encoder.js';

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const END = Buffer.from([0xff, 0xff]);

describe('RowEncoder', () => {
  it('writes rows that the decoder reads', () => {
    const row = fc.tuple(
      fc.option(fc.maxSafeInteger()),
      fc.option(fc.double({ noNaN: true })),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const encoder = new RowEncoder([
          { name: 'time', type: 'bigint' },
          { name: 'price', type: 'double precision' },
          { name: 'name', type: 'text' },
        ]);
        for (const [time, price, name] of rows) encoder.add({ time, price, name });
        const decoder = new CopyDecoder(['int8', 'float8', 'text']);
        decoder.push(encoder.end());
        const read = decoder.end();
        expect(read.count).toBe(rows.length);
        for (const [index, [time, price, name]] of rows.entries()) {
          expect(read.numbers(0)[index]).toBe(time ?? NaN);
          expect(read.numbers(1)[index]).toBe(price ?? NaN);
          expect(textAt(read.texts(2), index)).toBe(name);
        }
      }),
    );
  });

  it('enlarges its buffer as rows are added', () => {
    const encoder = new RowEncoder([{ name: 'name', type: 'text' }]);
    for (let i = 0; i < 5; i += 1) encoder.add({ name: 'ü'.repeat(50_000) });
    expect(encoder.end()).toHaveLength(HEADER.length + 5 * (2 + 4 + 100_000) + END.length);
  });

  const check = (type: ColumnType, value: ColumnValue, bytes: string) => {
    const encoder = new RowEncoder([{ name: 'field', type }]);
    encoder.add({ field: value });
    const expected = Buffer.concat([HEADER, Buffer.from(`0001${bytes}`.replaceAll(' ', ''), 'hex'), END]);
    expect(encoder.end().toString('hex')).toBe(expected.toString('hex'));
  };

  it('writes each type in the form that the server receives', () => {
    check('smallint', -2, '00000002 fffe');
    check('bigint', -1, '00000008 ffffffffffffffff');
    check('bigint', 2 ** 32, '00000008 0000000100000000');
    check('double precision', -0, '00000008 8000000000000000');
    check('uuid', '01234567-89ab-cdef-0123-456789abcdef', '00000010 0123456789abcdef0123456789abcdef');
    check('bytea', Buffer.from('00ff', 'hex'), '00000002 00ff');
    check('bytea', null, 'ffffffff');
    check('text[]', [], '0000000c 00000000 00000000 00000019');
    // array header: one dimension, no NULLs, type text, two elements, first index 1
    check('text[]', ['a', ''], '0000001d 00000001 00000000 00000019 00000002 00000001 00000001 61 00000000');
  });
});
