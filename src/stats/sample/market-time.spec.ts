import fc from 'fast-check';
import { intersectSpans, mergeSpans } from '../../shared/market/spans.js';
import { openTime, sharedTime } from './market-time.js';

type Trade = readonly [entry: number, exit: number];

const timeOf = (trades: readonly Trade[]) =>
  openTime(
    Float64Array.from(trades, ([entry]) => entry),
    Float64Array.from(trades, ([, exit]) => exit),
  );

const spansOf = (trades: readonly Trade[]) => {
  const { starts, ends } = timeOf(trades);
  return Array.from(starts, (start, i) => ({ start, end: ends[i]! }));
};

const merged = (trades: readonly Trade[]) => mergeSpans(trades.map(([start, end]) => ({ start, end })));
const lengthOf = (spans: readonly { start: number; end: number }[]) =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

describe('the time in which trades are open', () => {
  const trades = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.nat(8))
      .map(([start, length]): Trade => [start, start + length]),
    { maxLength: 12 },
  );

  it('consists of spans that neither overlap nor touch', () => {
    expect(spansOf([])).toEqual([]);
    expect(spansOf([[5, 5]])).toEqual([]);
    expect(spansOf([[4, 9], [0, 2], [2, 3], [5, 6]])).toEqual([{ start: 0, end: 3 }, { start: 4, end: 9 }]); // prettier-ignore
    expect(timeOf([[4, 9], [0, 2], [2, 3], [5, 6]]).total).toBe(8); // prettier-ignore
  });

  it('is the union of the spans of the trades', () => {
    fc.assert(
      fc.property(trades, (list) => {
        expect(spansOf(list)).toEqual(merged(list));
        expect(timeOf(list).total).toBe(lengthOf(merged(list)));
      }),
    );
  });

  it('is shared with another list only while both lists have an open trade', () => {
    expect(sharedTime(timeOf([[0, 10]]), timeOf([[5, 20]]))).toBe(5);
    expect(sharedTime(timeOf([[0, 10]]), timeOf([[10, 20]]))).toBe(0);
    fc.assert(
      fc.property(trades, trades, (a, b) => {
        const expected = lengthOf(intersectSpans(merged(a), merged(b)));
        expect(sharedTime(timeOf(a), timeOf(b))).toBe(expected);
        expect(sharedTime(timeOf(b), timeOf(a))).toBe(expected);
      }),
    );
  });
});
