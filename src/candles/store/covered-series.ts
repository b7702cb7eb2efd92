import type { DataSource } from 'typeorm';
import type { Feed } from '../../market/feeds.js';
import { INTERVALS, type Interval, intervalMs } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';
import type { SeriesKey } from './series-key.js';

/** Only series with these values; all of them where one is left out. */
export type SeriesFilter = Partial<SeriesKey>;

/** A series with its covered spans, ascending. What lies between two spans was never loaded. */
export interface CoveredSeries<S extends Span = Span> extends SeriesKey {
  readonly spans: readonly S[];
}

/** A series, and one of its covered spans if it has any. */
export interface SeriesSpanRow {
  readonly feed: Feed;
  readonly symbol: string;
  readonly interval: Interval;
  /** Null when nothing of the series is covered. */
  readonly start: number | null;
  readonly end: number;
  /** Open times of the first and the last bar of the whole series, null when it has none. */
  readonly firstTs: number | null;
  readonly lastTs: number | null;
}

const LENGTHS = INTERVALS.map((interval) => `('${interval}', ${intervalMs(interval)}::bigint)`).join(', ');

/**
 * A row per covered span, by feed, symbol and length of interval. Every bar lies within one. The ends of the bars come
 * from two looks at their index, beside their spans: Citus takes no such look beside an outer join.
 * @param more columns of a table `joined` to the spans
 */
export const spanRows = (more = '', joined = ''): string => `
  WITH lengths (name, ms) AS (VALUES ${LENGTHS})
  SELECT s.feed, s.symbol, s."interval", c.start_ts AS start, c.end_ts AS "end", c."firstTs", c."lastTs"${more}
  FROM series s JOIN lengths ON name = s."interval"
    LEFT JOIN (
      SELECT series_id, start_ts, end_ts,
        (SELECT min(ts) FROM bars b WHERE b.series_id = coverage.series_id) AS "firstTs",
        (SELECT max(ts) FROM bars b WHERE b.series_id = coverage.series_id) AS "lastTs"
      FROM coverage
    ) c ON c.series_id = s.id ${joined}
  WHERE ($1::text IS NULL OR s.feed = $1) AND ($2::text IS NULL OR s.symbol = $2)
    AND ($3::text IS NULL OR s."interval" = $3)
  ORDER BY feed, symbol, ms, c.start_ts`;

export async function readCovered(dataSource: DataSource, filter: SeriesFilter): Promise<CoveredSeries[]> {
  const { feed = null, symbol = null, interval = null } = filter;
  return toSeries(
    await dataSource.query<SeriesSpanRow[]>(spanRows(), [feed, symbol, interval]),
    (_, span) => span,
  );
}

/** Collects the spans of each series, each made of a row and its listed part. */
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
 * Before the first bar of a series and after its last one, the market was not listed. A covered span that reaches beyond
 * is cut there; one that lies beyond as a whole stays as it is.
 */
function listedPart({ interval, start, end, firstTs, lastTs }: SeriesSpanRow & Span): Span {
  if (firstTs === null || lastTs === null) return { start, end };
  const listed = { start: Math.max(start, firstTs), end: Math.min(end, lastTs + intervalMs(interval)) };
  return listed.start < listed.end ? listed : { start, end };
}

const isCovered = <R extends SeriesSpanRow>(row: R): row is R & Span => row.start !== null;
