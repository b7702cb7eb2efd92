import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';

/**
 * Returns the start of a trade's window.
 *
 * A window consists of the 1m bars that open from the minute of the entry up to, but not including, the target end
 * time. A bar that opens before the target end time counts as a whole, so the window ends on a whole minute.
 */
export const windowStart = (entryTime: number): number => floorToInterval(entryTime, '1m');
export const windowEnd = (entryTime: number, horizonMs: number): number =>
  ceilToInterval(entryTime + horizonMs, '1m');

/** Returns whether an entry lies within a minute. The entry bar then opens before the entry. */
export const isOffTheMinute = (entryTime: number): boolean => entryTime % MINUTE_MS !== 0;

/** Returns the union of the trades' windows: ascending spans that neither overlap nor touch. */
export function mergedWindows(entryTimes: Float64Array, horizonMs: number): Span[] {
  const merged: { start: number; end: number }[] = [];
  // All windows have the same length, so a later entry never has an earlier end of its window.
  for (const entryTime of entryTimes.toSorted()) {
    const start = windowStart(entryTime);
    const end = windowEnd(entryTime, horizonMs);
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = end;
    else merged.push({ start, end });
  }
  return merged;
}

/** Returns the number of minutes in spans whose bounds are whole minutes. */
export const minutesIn = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start) / MINUTE_MS, 0);

/** Maximum number of bars that an analysis holds in memory at a time: half a year of bars, about 20 MB. */
export const MINUTES_PER_CHUNK = 262_144;

/** Maximum number of spans in a chunk. The SQL statement that reads a chunk contains each span. */
const SPANS_PER_CHUNK = 2_000;

/**
 * Divides spans into chunks of at most `minutes` minutes each, in the order of the spans. A span that does not fit into
 * the rest of a chunk is split.
 */
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
