import { NEVER_CLOSED, closedIn, closedMinutes, endOfClosed } from './closed-minutes.js';

const MINUTE = 60_000;
const at = (minute: number) => minute * MINUTE;
const span = (start: number, end: number) => ({ start: at(start), end: at(end) });
const barsAt = (...minutes: readonly number[]) => ({
  count: minutes.length,
  ts: Float64Array.from(minutes, at),
});

describe('closed minutes', () => {
  it('are the minutes of the spans without a bar', () => {
    const { starts, ends } = closedMinutes([span(0, 6), span(10, 12), span(20, 23)], barsAt(1, 2, 5, 10, 11));
    expect([...starts]).toEqual([0, 3, 20].map(at));
    expect([...ends]).toEqual([1, 5, 23].map(at));
    expect(closedMinutes([], barsAt()).ends).toHaveLength(0);
    expect(closedMinutes([span(0, 2)], barsAt(0, 1)).ends).toHaveLength(0);
  });

  it('are counted in a span, and lead to their end', () => {
    const closed = closedMinutes([span(0, 6), span(10, 12), span(20, 23)], barsAt(1, 2, 5, 10, 11));
    const isClosed = (minute: number) => [0, 3, 4, 20, 21, 22].includes(minute);
    for (let from = -1; from < 25; from += 1) {
      for (let to = from - 1; to < 26; to += 1) {
        const minutes = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
        expect(closedIn(closed, span(from, to))).toBe(minutes.filter(isClosed).length);
        expect(closedIn(NEVER_CLOSED, span(from, to))).toBe(0);
      }
      let end = from;
      while (isClosed(end)) end += 1;
      expect(endOfClosed(closed, at(from))).toBe(at(end));
      expect(endOfClosed(NEVER_CLOSED, at(from))).toBe(at(from));
    }
  });
});
