import type { Span } from '../../shared/market/spans.js';
import { type LoadLimits, takeRequest } from './load-limits.js';
import type { SeriesKey } from '../store/series-key.js';
import type { VenueClient } from './venue-client.js';
import { unusable } from './venue-response.js';

/**
 * Returns the end of the newest month before a time in which the venue has bars; 0 if it has no older bars. Two or three
 * requests for months show what many pages of days would show. Each request is proof only for the months of its span.
 * @param before midnight; the month that contains this time counts only up to this time
 * @throws VenueFailure
 */
export async function endOfOlderMonths(
  venue: VenueClient,
  series: SeriesKey,
  before: number,
  limits: LoadLimits,
): Promise<number> {
  let end = 0;
  for (let start = 0; start < before;) {
    const span = { start, end: Math.min(before, start + venue.monthsMs(series.feed)) };
    takeRequest(limits);
    const newest = (await venue.months(series, span, limits.deadline)).at(-1);
    // Months after the last month of the response are requested as well, because the response may have been cut short.
    start = newest === undefined ? span.end : monthStart(newest, 1);
    if (newest !== undefined) end = Math.min(before, start);
  }
  return end;
}

/**
 * Returns the open times of the monthly bars of a response, ascending.
 * @param span the requested span
 * @throws VenueFailure if the response contains anything else
 */
export function parseMonths(answer: unknown, span: Span): number[] {
  if (!Array.isArray(answer)) throw unusable('the answer is not a list of rows');
  const rows: readonly unknown[] = answer;
  const times = rows.map((row) => (Array.isArray(row) ? (row[0] as unknown) : undefined));
  const months = times.filter((ts): ts is number => typeof ts === 'number' && ts === monthStart(ts, 0));
  if (months.length < times.length) throw unusable('a row is not a month');
  if (months.some((ts, at) => at > 0 && ts < months[at - 1]!))
    throw unusable('the rows are not in order of time');
  const within = months.filter((ts) => ts >= span.start && ts < span.end);
  if (within.length === 0 && rows.length > 0) throw unusable('no row is a month of the span');
  return within;
}

/** Returns the start of the month that contains a time, or of a later month. */
function monthStart(ts: number, later: number): number {
  const date = new Date(ts);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
