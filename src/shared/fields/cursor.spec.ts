import fc from 'fast-check';
import { Cursors } from './cursor.js';
import { Problem } from '../problems/problem.js';

const KINDS = ['time', 'id', 'text'] as const;
const POSITION = [1_700_000_000_000, '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a', 'run "7" 🚀'] as const;
const LIST = { route: 'GET /sessions/1/trades', filters: { side: 'long', tag: undefined }, order: 'asc' };
const cursors = new Cursors(LIST, KINDS);

function expectRefused(reader: Cursors<typeof KINDS>, cursor: string): void {
  let thrown: unknown;
  try {
    reader.read(cursor);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Problem);
  expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED', extras: { details: [{ field: 'cursor' }] } });
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('Cursors', () => {
  it('reads a position of the same list, even if the filters are in another order', () => {
    const cursor = cursors.write(POSITION);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(cursors.read(cursor)).toEqual(POSITION);
    const same = { ...LIST, filters: { symbol: undefined, side: 'long' } };
    expect(new Cursors(same, KINDS).read(cursor)).toEqual(POSITION);
  });

  it.each([
    { ...LIST, route: 'GET /sessions/2/trades' },
    { ...LIST, filters: { side: 'short' } },
    { ...LIST, filters: {} },
    { ...LIST, order: 'desc' },
  ])('refuses a cursor of another list: %j', (list) => {
    expectRefused(new Cursors(list, KINDS), cursors.write(POSITION));
  });

  it('refuses a position that no row can have', () => {
    const [list] = JSON.parse(Buffer.from(cursors.write(POSITION), 'base64url').toString()) as [string];
    const [time, id, text] = POSITION;
    const wrong: unknown[][] = [
      [],
      [time],
      [time, id],
      [time, id, text, 1],
      [1.5, id, text],
      [2 ** 53, id, text],
    ];
    wrong.push(
      [`${time}`, id, text],
      [time, 'x', text],
      [time, id, 1],
      [time, id, 'a\0'],
      [time, id, '\ud800'],
    );
    for (const position of wrong) expectRefused(cursors, encoded([list, ...position]));
    expect(cursors.read(encoded([list, time, id, text]))).toEqual(POSITION);
  });

  it('refuses a text that is not a cursor', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expectRefused(cursors, text)));
    fc.assert(fc.property(fc.json(), (json) => expectRefused(cursors, encoded(json))));
  });
});
