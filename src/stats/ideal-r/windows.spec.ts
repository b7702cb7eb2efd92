import { chunksOf, isOffTheMinute, mergedWindows, minutesIn, windowEnd, windowStart } from './windows.js';

const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);
const span = (start: number, end: number) => ({ start: T + start * MINUTE, end: T + end * MINUTE });

describe('a window', () => {
  it('contains the bar of the minute of the entry and all later bars that open before the target end time', () => {
    const check = (entry: number, horizon: number, start: number, end: number) => {
      const entryTime = T + entry * MINUTE;
      const window = { start: windowStart(entryTime), end: windowEnd(entryTime, horizon * MINUTE) };
      expect(window).toEqual(span(start, end));
    };
    check(0, 5, 0, 5);
    check(0.5, 5, 0, 6); // target end time 5.5: the bar of minute 5 opens before it
    check(0, 1.5, 0, 2);
    check(0.5, 1.5, 0, 2); // target end time 2.0: the bar of minute 2 does not open before it
    check(0.75, 1.5, 0, 3);
    check(59, 1, 59, 60);
  });

  it('has a partial entry bar only if the entry lies within a minute', () => {
    expect([T, T + 1, T + MINUTE - 1, T + MINUTE].map(isOffTheMinute)).toEqual([false, true, true, false]);
  });
});

describe('merged windows', () => {
  const check = (entries: readonly number[], expected: readonly [number, number][]) => {
    const entryTimes = Float64Array.from(entries, (entry) => T + entry * MINUTE);
    const windows = mergedWindows(entryTimes, 10 * MINUTE);
    expect(windows).toEqual(expected.map(([start, end]) => span(start, end)));
    expect(minutesIn(windows)).toBe(expected.reduce((sum, [start, end]) => sum + end - start, 0));
  };

  it('contain every minute once, regardless of the order of the trades', () => {
    check([], []);
    check([3], [[3, 13]]);
    check([3, 3, 3], [[3, 13]]);
    check([30, 3, 8], [[3, 18], [30, 40]]); // prettier-ignore
    check([0, 10], [[0, 20]]); // the windows touch
    check([0, 11], [[0, 10], [11, 21]]); // prettier-ignore
    check([0.5, 11], [[0, 21]]); // the first window ends at 10.5, which is rounded up to 11
    check([5.5, 5], [[5, 16]]);
  });
});

describe('chunks', () => {
  it('divide spans into parts of at most the given size, in the order of the spans', () => {
    expect(chunksOf([], 10)).toEqual([]);
    expect(chunksOf([span(0, 10)], 10)).toEqual([[span(0, 10)]]);
    expect(chunksOf([span(0, 25)], 10)).toEqual([[span(0, 10)], [span(10, 20)], [span(20, 25)]]);
    expect(chunksOf([span(0, 4), span(6, 15), span(20, 21)], 10)).toEqual([
      [span(0, 4), span(6, 12)],
      [span(12, 15), span(20, 21)],
    ]);
  });

  it('contain a limited number of spans', () => {
    const spans = Array.from({ length: 4_500 }, (_, i) => span(2 * i, 2 * i + 1));
    const chunks = chunksOf(spans, 1e6);
    expect(chunks.map((chunk) => chunk.length)).toEqual([2_000, 2_000, 500]);
    expect(chunks.flat()).toEqual(spans);
  });
});
