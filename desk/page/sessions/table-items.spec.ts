import type { RankedEntry } from '../faces/differences.js';
import { tableItems } from './table-items.js';

const entry = (id: string, verdict: string | null, rank: number | null = 1): RankedEntry =>
  ({ rank, session: { id }, selection: verdict && { verdict } }) as unknown as RankedEntry;

const ENTRIES = [
  entry('a', 'undecided'),
  entry('b', 'unknown'),
  entry('c', 'unknown'),
  entry('d', null, null),
];

const linesOf = (...parameters: Parameters<typeof tableItems>) =>
  tableItems(...parameters).map((item) =>
    item.kind === 'divider' ? item.text : `${item.isRepeat ? '+' : ''}${item.entry.session.id}`,
  );

describe('the rows of the table of sessions', () => {
  it('have a line before sessions that cannot be judged, and before those without trades', () => {
    expect(linesOf(ENTRIES, () => null, true)).toEqual([
      'a',
      'Cannot be judged: too few days with trades',
      'b',
      'c',
      'Without trades',
      'd',
    ]);
    expect(linesOf(ENTRIES, () => null, false)).toEqual(['a', 'b', 'c', 'Without trades', 'd']);
  });

  it('have no line before the first row', () => {
    expect(linesOf(ENTRIES.slice(1, 3), () => null, true)).toEqual(['b', 'c']);
  });

  it('show the repeats of an opened row below it', () => {
    const repeats = [entry('x', 'undecided'), entry('y', 'undecided')];
    expect(linesOf(ENTRIES.slice(0, 1), (id) => (id === 'a' ? repeats : null), true)).toEqual([
      'a',
      '+x',
      '+y',
    ]);
  });
});
