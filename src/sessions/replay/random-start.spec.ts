import fc from 'fast-check';
import { MINUTE_MS } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { randomStart } from './random-start.js';

const minutes = (start: number, end: number): Span => ({ start: start * MINUTE_MS, end: end * MINUTE_MS });
const LENGTH = 300 * MINUTE_MS;

describe('the random start of a range', () => {
  it.each([
    [41, [1303, 1569, 1047]],
    [42, [1698, 1275, 777]],
    [43, [194, 248, 1477]],
  ])('is the documented one for the seed %d', (seed, expected) => {
    const drawn = expected.map((_, draw) => randomStart(minutes(0.5, 2000), LENGTH, { seed, draw }, []));
    expect(drawn).toEqual(expected.map((minute) => ({ candidates: 1700, start: minute * MINUTE_MS })));
  });

  it('is the only candidate if the source has the length of the range, and none if it is shorter', () => {
    const draw = { seed: 1, draw: 0 };
    expect(randomStart(minutes(10, 310), LENGTH, draw, [])).toEqual({ candidates: 1, start: 10 * MINUTE_MS });
    expect(randomStart(minutes(10, 309.9), LENGTH, draw, [])).toEqual({ candidates: 0, start: null });
    expect(randomStart(minutes(10.1, 310), LENGTH, draw, [])).toEqual({ candidates: 0, start: null });
    expect(randomStart(minutes(10, 20), LENGTH, draw, [])).toEqual({ candidates: 0, start: null });
  });

  it('never lies in a range that overlaps a seen span, and every other start is a candidate', () => {
    const span = fc
      .tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: 1, max: 40 }))
      .map(([start, length]) => ({ start: start * 15_000, end: (start + length) * 15_000 }));
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 6 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 5 }),
        (spans, length, draw) => {
          const seen = disjoint(spans);
          const source = minutes(0.25, 90);
          const starts = Array.from({ length: 91 }, (_, minute) => minute * MINUTE_MS).filter(
            (start) =>
              start >= source.start &&
              start + length * MINUTE_MS <= source.end &&
              seen.every(({ start: a, end: b }) => start + length * MINUTE_MS <= a || start >= b),
          );
          const drawn = randomStart(source, length * MINUTE_MS, { seed: 7, draw }, seen);
          expect(drawn.candidates).toBe(starts.length);
          expect(drawn.start === null ? starts.length === 0 : starts.includes(drawn.start)).toBe(true);
        },
      ),
    );
  });
});

/** Returns the spans that do not touch an earlier one, ascending. */
function disjoint(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start))
    if (span.start > (kept.at(-1)?.end ?? -Infinity)) kept.push(span);
  return kept;
}
