import { firstPlace } from './first-place.js';

/** A half-open range of time, [start, end) in ms. Empty when end ≤ start. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Merges spans into ascending spans that neither overlap nor touch. Drops empty spans. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.filter((span) => span.start < span.end).toSorted((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else {
      merged.push({ start: span.start, end: span.end });
    }
  }
  return merged;
}

/** Returns the moments that are in `from` but not in `without`, merged. */
export function subtractSpans(from: readonly Span[], without: readonly Span[]): Span[] {
  const holes = mergeSpans(without);
  const starts = [-Infinity, ...holes.map((hole) => hole.end)];
  return intersectSpans(
    from,
    starts.map((start, i) => ({ start, end: holes[i]?.start ?? Infinity })),
  );
}

/** Returns the moments that are in at least two of the lists, merged. The spans of each list must be merged. */
export function sharedSpans(lists: readonly (readonly Span[])[]): Span[] {
  const all = lists.flat();
  const starts = Float64Array.from(all, ({ start }) => start).sort();
  const ends = Float64Array.from(all, ({ end }) => end).sort();
  const shared: Span[] = [];
  // Between two changes, `opened - closed` lists contain the moment.
  for (let opened = 0, closed = 0; closed < ends.length;) {
    if (opened < starts.length && starts[opened]! < ends[closed]!) opened += 1;
    else closed += 1;
    const from = Math.max(starts[opened - 1] ?? -Infinity, ends[closed - 1] ?? -Infinity);
    const to = Math.min(starts[opened] ?? Infinity, ends[closed] ?? Infinity);
    if (opened - closed >= 2) shared.push({ start: from, end: to });
  }
  return mergeSpans(shared);
}

/** Returns the moments that are in both lists, merged. */
export function intersectSpans(a: readonly Span[], b: readonly Span[]): Span[] {
  const left = mergeSpans(a);
  const right = mergeSpans(b);
  const common: Span[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const start = Math.max(left[i]!.start, right[j]!.start);
    const end = Math.min(left[i]!.end, right[j]!.end);
    if (start < end) common.push({ start, end });
    if (left[i]!.end < right[j]!.end) i += 1;
    else j += 1;
  }
  return common;
}

/**
 * Returns the parts of spans that are within a span. The spans must be merged. Unlike `intersectSpans`, this function does
 * not look at all spans, so it is fast for a short span among many (bench row `equity`).
 */
export function spansWithin(merged: readonly Span[], { start, end }: Span): Span[] {
  const within: Span[] = [];
  if (start >= end) return within;
  let place = firstPlace(merged.length, (at) => merged[at]!.end > start);
  for (; place < merged.length && merged[place]!.start < end; place += 1) {
    const span = merged[place]!;
    within.push({ start: Math.max(span.start, start), end: Math.min(span.end, end) });
  }
  return within;
}

/** Returns whether a moment is in spans. The spans must be merged. */
export function isWithin(merged: readonly Span[], ts: number): boolean {
  const span = merged[firstPlace(merged.length, (at) => merged[at]!.end > ts)];
  return span !== undefined && span.start <= ts;
}

/** Returns whether every moment of `span` is in `spans`. This is always true for an empty span. */
export function covers(spans: readonly Span[], span: Span): boolean {
  return subtractSpans([span], spans).length === 0;
}

/**
 * Reduces each span to the whole grid cells that it contains. Drops spans that contain no whole cell. The spans must be
 * merged.
 */
export function wholeCells(spans: readonly Span[], cellMs: number): Span[] {
  return spans
    .map(({ start, end }) => ({
      start: Math.ceil(start / cellMs) * cellMs,
      end: Math.floor(end / cellMs) * cellMs,
    }))
    .filter((span) => span.start < span.end);
}
