import type { DataSource } from 'typeorm';
import { intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { type SeriesSpanRow, type CoveredSeries, seriesIds, spanRows, toSeries } from './covered-series.js';

/** The stored bars of a covered span. */
export interface SpanOverview extends Span {
  readonly bars: number;
  /**
   * Number of gaps. A gap consists of consecutive bars that do not exist in the venue's data or in the imported file.
   */
  readonly gaps: number;
  /** Number of bars that do not exist. */
  readonly missingBars: number;
}

export type SeriesOverview = CoveredSeries<SpanOverview>;

interface SpanRow extends SeriesSpanRow {
  readonly bars: number;
  /** Open times of the first and the last bar of the span; null if the span contains no bar. */
  readonly spanFirstTs: number | null;
  readonly spanLastTs: number;
  /** Number of gaps between two bars of the span. */
  readonly innerGaps: number;
}

const SPAN_COLUMNS = `, coalesce(bars, 0) AS bars, stored.first_ts AS "spanFirstTs", stored.last_ts AS "spanLastTs",
    coalesce(inner_gaps, 0) AS "innerGaps"`;

/** Selects the number of bars and gaps, and the first and last bar, of each covered span. */
const STORED = `
  LEFT JOIN (
    SELECT o.series_id, o.start_ts, count(*) AS bars, min(ts) AS first_ts, max(ts) AS last_ts,
      count(*) FILTER (WHERE ts - previous_ts > ms) AS inner_gaps
    FROM (
      SELECT c.series_id, c.start_ts, b.ts,
        lag(b.ts) OVER (PARTITION BY c.series_id, c.start_ts ORDER BY b.ts) AS previous_ts
      FROM coverage c JOIN bars b ON b.series_id = c.series_id AND b.ts >= c.start_ts AND b.ts < c.end_ts
    ) o JOIN series s ON s.id = o.series_id JOIN lengths ON name = s."interval"
    GROUP BY o.series_id, o.start_ts
  ) stored ON stored.series_id = c.series_id AND stored.start_ts = c.start_ts`;

export async function readOverview(dataSource: DataSource): Promise<SeriesOverview[]> {
  const rows = await dataSource.query<SpanRow[]>(spanRows(false, SPAN_COLUMNS, STORED), [
    await seriesIds(dataSource, {}),
  ]);
  return toSeries(rows, toSpan);
}

/** Bars can be missing only between the first and the last bar of a series. */
function toSpan(row: SpanRow, { start, end }: Span): SpanOverview {
  const { interval, bars, firstTs, lastTs, spanFirstTs, spanLastTs, innerGaps } = row;
  const cellMs = intervalMs(interval);
  if (firstTs === null || lastTs === null || start > lastTs || end <= firstTs)
    return { start, end, bars, gaps: 0, missingBars: 0 };
  const gaps =
    spanFirstTs === null ? 1 : innerGaps + Number(spanFirstTs > start) + Number(spanLastTs + cellMs < end);
  return { start, end, bars, gaps, missingBars: (end - start) / cellMs - bars };
}
