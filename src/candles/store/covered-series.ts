import type { DataSource } from 'typeorm';
import type { Feed } from '../../shared/market/feeds.js';
import { INTERVALS, type Interval, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import type { SeriesKey } from './series-key.js';

/** A filter for series. Fields that are left out match any value. */
export type SeriesFilter = Partial<SeriesKey>;

/** A series with its covered spans, ascending. Bars between two spans were never loaded. */
export interface CoveredSeries<S extends Span = Span> extends SeriesKey {
  readonly spans: readonly S[];
}

/** A series with one of its covered spans. A series without a covered span has one row. */
export interface SeriesSpanRow {
  readonly feed: Feed;
  readonly symbol: string;
  readonly interval: Interval;
  /** Null if the series has no covered span. */
  readonly start: number | null;
  readonly end: number;
  /** Open times of the first and the last bar of the whole series; null if the series has no bar. */
  readonly firstTs: number | null;
  readonly lastTs: number | null;
}

/**
 * If a statement concerns at most this many series, the statement is routed to the shards of the series. A larger
 * number of series lies on nearly all shards of a cluster anyway.
 */
const MAX_ROUTED_SERIES = 32;

const LENGTHS = INTERVALS.map((interval) => `('${interval}', ${intervalMs(interval)}::bigint)`).join(', ');

/**
 * Returns SQL with one row per covered span of the series with the ids `$1`, sorted by feed, symbol and interval
 * length. Every bar lies within one covered span. The first and the last bar come from two index look-ups in the select
 * list, because Citus does not support look-ups beside an outer join.
 * @param isRouted true if a cluster reads only the shards of these series; the condition on each table then contains
 * the ids
 * @param more columns of a table `joined` to the spans
 */
export function spanRows(isRouted: boolean, more = '', joined = ''): string {
  const amongIds = (column: string) => (isRouted ? `${column} = ANY($1)` : 'true');
  const ofBars = amongIds('b.series_id');
  return `
  WITH lengths (name, ms) AS (VALUES ${LENGTHS})
  SELECT s.feed, s.symbol, s."interval", c.start_ts AS start, c.end_ts AS "end", c."firstTs", c."lastTs"${more}
  FROM series s JOIN lengths ON name = s."interval"
    LEFT JOIN (
      SELECT series_id, start_ts, end_ts,
        (SELECT min(ts) FROM bars b WHERE b.series_id = coverage.series_id AND ${ofBars}) AS "firstTs",
        (SELECT max(ts) FROM bars b WHERE b.series_id = coverage.series_id AND ${ofBars}) AS "lastTs"
      FROM coverage WHERE ${amongIds('series_id')}
    ) c ON c.series_id = s.id ${joined}
  WHERE s.id = ANY($1)
  ORDER BY feed, symbol, ms, c.start_ts`;
}

/** Returns the ids of the series that pass a filter, ascending. Every node of a cluster has the table `series`. */
export async function seriesIds(
  dataSource: DataSource,
  { feed, symbol, interval }: SeriesFilter,
): Promise<number[]> {
  const rows = await dataSource.query<{ id: number }[]>(
    `SELECT id FROM series
     WHERE ($1::text IS NULL OR feed = $1) AND ($2::text IS NULL OR symbol = $2)
       AND ($3::text IS NULL OR "interval" = $3)
     ORDER BY id`,
    [feed ?? null, symbol ?? null, interval ?? null],
  );
  return rows.map(({ id }) => id);
}

export async function readCovered(dataSource: DataSource, filter: SeriesFilter): Promise<CoveredSeries[]> {
  const ids = await seriesIds(dataSource, filter);
  const statement = spanRows(ids.length <= MAX_ROUTED_SERIES);
  return toSeries(await dataSource.query<SeriesSpanRow[]>(statement, [ids]), (_, span) => span);
}

/** Groups rows by series. `toSpan` builds a span from a row and the listed part of its span. */
export function toSeries<R extends SeriesSpanRow, S extends Span>(
  rows: readonly R[],
  toSpan: (row: R, listed: Span) => S,
): CoveredSeries<S>[] {
  const all: (SeriesKey & { spans: S[] })[] = [];
  for (const row of rows) {
    const { feed, symbol, interval } = row;
    let last = all.at(-1);
    if (last?.feed !== feed || last.symbol !== symbol || last.interval !== interval)
      all.push((last = { feed, symbol, interval, spans: [] }));
    if (isCovered(row)) last.spans.push(toSpan(row, listedPart(row)));
  }
  return all;
}

/**
 * Returns the part of a covered span within the time in which the market was listed: from the first bar of the series
 * to its last bar. A covered span that lies outside this time is returned unchanged.
 */
function listedPart({ interval, start, end, firstTs, lastTs }: SeriesSpanRow & Span): Span {
  if (firstTs === null || lastTs === null) return { start, end };
  const listed = { start: Math.max(start, firstTs), end: Math.min(end, lastTs + intervalMs(interval)) };
  return listed.start < listed.end ? listed : { start, end };
}

const isCovered = <R extends SeriesSpanRow>(row: R): row is R & Span => row.start !== null;
