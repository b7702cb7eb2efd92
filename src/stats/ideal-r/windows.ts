import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';

/**
 * The minutes of a trade's window: 1m bars that open from the minute of the entry up to, not including, the target end
 * time. A bar that opens before the end counts as a whole, so that the span ends on the grid.
 */
export const windowStart = (entryTime: number): number => floorToInterval(entryTime, '1m');
export const windowEnd = (entryTime: number, horizonMs: number): number =>
  ceilToInterval(entryTime + horizonMs, '1m');

/** Whether an entry lies within a minute, so that a part of its bar lies before the fill. */
export const isOffTheMinute = (entryTime: number): boolean => entryTime % MINUTE_MS !== 0;

/** The union of the trades' windows: ascending spans that neither overlap nor touch. */
export function mergedWindows(entryTimes: Float64Array, horizonMs: number): Span[] {
  const merged: { start: number; end: number }[] = [];
  // All windows have the same length: a later entry does not end earlier.
  for (const entryTime of entryTimes.toSorted()) {
    const start = windowStart(entryTime);
    const end = windowEnd(entryTime, horizonMs);
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = end;
    else merged.push({ start, end });
  }
  return merged;
}

/** How many minutes the spans hold, all on the minute. */
export const minutesIn = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start) / MINUTE_MS, 0);

/** Half a year of bars, some 20 MB: what an analysis holds in memory at a time, however many years it spans. */
export const MINUTES_PER_CHUNK = 262_144;

/** Most spans of a chunk: the statement that reads a chunk names each of them. */
const SPANS_PER_CHUNK = 2_000;

/** The spans in their order, cut so that no chunk holds more than `minutes`. */
export function chunksOf(spans: readonly Span[], minutes: number): Span[][] {
  const chunks: Span[][] = [];
  let chunk: Span[] = [];
  let room = minutes * MINUTE_MS;
  for (const span of spans) {
    for (let { start } = span; start < span.end;) {
      const end = Math.min(span.end, start + room);
      chunk.push({ start, end });
      room -= end - start;
      start = end;
      if (room > 0 && chunk.length < SPANS_PER_CHUNK) continue;
      chunks.push(chunk);
      chunk = [];
      room = minutes * MINUTE_MS;
    }
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
