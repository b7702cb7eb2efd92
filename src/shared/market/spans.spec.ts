import fc from 'fast-check';
import {
  type Span,
  covers,
  intersectSpans,
  mergeSpans,
  spansWithin,
  subtractSpans,
  wholeCells,
} from './spans.js';

/** `s(1, 3, 5, 9)` returns the spans [1, 3) and [5, 9). */
function s(...bounds: number[]): Span[] {
  return Array.from({ length: bounds.length / 2 }, (_, i) => ({
    start: bounds[2 * i]!,
    end: bounds[2 * i + 1]!,
  }));
}

describe('mergeSpans', () => {
  const check = (input: Span[], expected: Span[]) => expect(mergeSpans(input)).toEqual(expected);

  it('joins spans that overlap or touch, and drops empty spans', () => {
    check([], []);
    check(s(1, 2), s(1, 2));
    check(s(1, 1), []);
    check(s(3, 1), []);
    check(s(1, 2, 2, 3), s(1, 3));
    check(s(5, 9, 1, 6), s(1, 9));
    check(s(1, 9, 2, 3), s(1, 9));
    check(s(7, 8, 1, 2, 4, 5), s(1, 2, 4, 5, 7, 8));
  });

  it('does not change its input', () => {
    const input = Object.freeze(s(5, 6, 1, 2).map((span) => Object.freeze(span)));
    expect(mergeSpans(input)).toEqual(s(1, 2, 5, 6));
  });
});

describe('subtractSpans', () => {
  const check = (from: Span[], without: Span[], expected: Span[]) =>
    expect(subtractSpans(from, without)).toEqual(expected);

  it('keeps the moments that are not in the second list', () => {
    check(s(1, 9), [], s(1, 9));
    check(s(1, 9), s(3, 5), s(1, 3, 5, 9));
    check(s(1, 9), s(1, 9), []);
    check(s(1, 9), s(0, 2, 8, 12), s(2, 8));
    check(s(1, 4, 6, 9), s(3, 7), s(1, 3, 7, 9));
    check(s(1, 2, 3, 4, 5, 6), s(0, 10), []);
    check(s(1, 9), s(2, 3, 4, 5, 6, 7), s(1, 2, 3, 4, 5, 6, 7, 9));
  });
});

describe('intersectSpans', () => {
  const check = (a: Span[], b: Span[], expected: Span[]) => expect(intersectSpans(a, b)).toEqual(expected);

  it('keeps the moments that are in both lists', () => {
    check(s(1, 9), [], []);
    check(s(1, 5), s(5, 9), []);
    check(s(1, 9), s(0, 2, 4, 5, 8, 12), s(1, 2, 4, 5, 8, 9));
    check(s(1, 4, 6, 9), s(3, 7), s(3, 4, 6, 7));
  });
});

describe('spansWithin', () => {
  it('cuts spans at the bounds of the outer span, and drops spans outside', () => {
    expect(spansWithin(s(1, 3, 5, 9, 12, 20), { start: 2, end: 13 })).toEqual(s(2, 3, 5, 9, 12, 13));
    expect(spansWithin(s(1, 3, 5, 9), { start: 3, end: 5 })).toEqual([]);
    expect(spansWithin([], { start: 0, end: 1 })).toEqual([]);
  });

  it('returns the same spans as intersectSpans', () => {
    const span = fc.tuple(fc.nat(50), fc.nat(50)).map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(span), span, (spans, outer) => {
        expect(spansWithin(mergeSpans(spans), outer)).toEqual(intersectSpans(spans, [outer]));
      }),
    );
  });
});

describe('covers', () => {
  const check = (spans: Span[], start: number, end: number, expected: boolean) =>
    expect(covers(spans, { start, end })).toBe(expected);

  it('is true only if every moment is covered', () => {
    check(s(1, 9), 1, 9, true);
    check(s(1, 9), 0, 9, false);
    check(s(1, 9), 1, 10, false);
    check(s(1, 4, 5, 9), 1, 9, false);
    check(s(1, 4, 4, 9), 1, 9, true);
    check([], 1, 2, false);
    check([], 2, 2, true);
  });
});

describe('wholeCells', () => {
  const check = (spans: Span[], expected: Span[]) => expect(wholeCells(spans, 10)).toEqual(expected);

  it('reduces each span to its whole cells of the grid', () => {
    check(s(0, 10), s(0, 10));
    check(s(1, 10), []);
    check(s(1, 35), s(10, 30));
    check(s(5, 15, 18, 40), s(20, 40));
  });
});

describe('spans that are treated as sets of moments', () => {
  const bound = fc.integer({ min: 0, max: 40 });
  const spans = fc.array(
    fc.tuple(bound, bound).map(([start, end]) => ({ start, end })),
    { maxLength: 8 },
  );
  const moments = (list: readonly Span[]) => {
    const set = new Set<number>();
    for (const { start, end } of list) for (let t = start; t < end; t += 1) set.add(t);
    return [...set].toSorted((a, b) => a - b);
  };
  const isCanonical = (list: readonly Span[]) =>
    list.every((span, i) => span.start < span.end && (i === 0 || list[i - 1]!.end < span.start));
  const both = (a: readonly Span[], b: readonly Span[]) => {
    const inB = new Set(moments(b));
    return { common: moments(a).filter((t) => inB.has(t)), rest: moments(a).filter((t) => !inB.has(t)) };
  };

  it('keep all their moments when they are merged, and then neither overlap nor touch', () => {
    fc.assert(
      fc.property(spans, (a) => {
        expect(moments(mergeSpans(a))).toEqual(moments(a));
        expect(isCanonical(mergeSpans(a))).toBe(true);
      }),
    );
  });

  it('have as their intersection the moments in both lists, and as their difference the moments only in the first list', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const { common, rest } = both(a, b);
        expect(moments(intersectSpans(a, b))).toEqual(common);
        expect(moments(subtractSpans(a, b))).toEqual(rest);
        expect(isCanonical(intersectSpans(a, b))).toBe(true);
        expect(isCanonical(subtractSpans(a, b))).toBe(true);
      }),
    );
  });

  it('cover a span if no moment of the span is missing', () => {
    fc.assert(
      fc.property(spans, bound, bound, (a, start, end) => {
        expect(covers(a, { start, end })).toBe(both([{ start, end }], a).rest.length === 0);
      }),
    );
  });
});
