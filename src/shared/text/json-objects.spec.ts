import * as fc from 'fast-check';
import { jsonWriter } from './json-objects.js';

interface Row {
  readonly id: string;
  readonly price: number;
  readonly note: string | null;
}

const write = jsonWriter<keyof Row>(['id', 'price', 'note']);
const check = (rows: readonly Row[]) =>
  expect(write('{"rows":[', rows, ']}').toString()).toBe(JSON.stringify({ rows }));

describe('jsonWriter', () => {
  it('writes the same text as JSON.stringify', () => {
    const row = fc.record({
      id: fc.string(),
      price: fc.double({ noNaN: true, noDefaultInfinity: true }),
      note: fc.option(fc.string({ unit: 'binary' })),
    });
    fc.assert(fc.property(fc.array(row), check));
  });

  it('escapes the same characters as JSON', () => {
    for (const note of [
      '"',
      '\\',
      '\0',
      '\n',
      '\u001f',
      '\u007f',
      '\u0080',
      'é',
      '€',
      '😀',
      '\ud800',
      '\u2028',
      '',
    ])
      check([{ id: note, price: -0.1, note: `a${note}b` }]);
  });

  it('leaves out fields that are not in its list, and enlarges its buffer as needed', () => {
    const row = { id: 'a', price: 1e-300, note: '\u001f'.repeat(1_000) };
    check(Array.from({ length: 500 }, () => row));
    expect(write('[', [{ ...row, note: '', more: 1 } as Row], ']').toString()).toBe(
      '[{"id":"a","price":1e-300,"note":""}]',
    );
  });
});
