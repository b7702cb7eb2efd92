import { type Feed, INTERVALS, type Interval, intervalMs } from './intervals.js';

/** What the store holds of one series. */
export interface SeriesOverview {
  readonly feed: Feed;
  readonly symbol: string;
  readonly interval: Interval;
  /** Open times of the first and the last bar, null when there is none. */
  readonly firstTs: number | null;
  readonly lastTs: number | null;
  readonly bars: number;
  /** Runs of missing bars within the covered spans, between the first bar and the last. */
  readonly gaps: number;
  /** Bars missing in those runs. */
  readonly missingBars: number;
}

const LENGTHS = INTERVALS.map((interval) => `('${interval}', ${intervalMs(interval)}::bigint)`).join(', ');

/**
 * Every bar lies within a covered span, so what is missing is the room of the spans less the bars. A gap ends either
 * at a bar that neither follows another one nor begins a span, or at the end of a span whose last bar is missing. Before
 * the first bar and after the last nothing is missing: there the market was not listed yet, or is no more.
 */
export const SERIES_OVERVIEW = `
  WITH lengths (name, ms) AS (VALUES ${LENGTHS}),
  listed AS (SELECT s.*, ms FROM series s JOIN lengths ON name = s."interval"),
  ordered AS (
    SELECT series_id, ts, lag(ts) OVER (PARTITION BY series_id ORDER BY ts) AS previous_ts FROM bars
  ),
  stored AS (
    SELECT id, min(ts) AS first_ts, max(ts) AS last_ts, count(*) AS bars,
      count(*) FILTER (WHERE previous_ts + ms <> ts AND c.start_ts IS NULL) AS gaps
    FROM listed JOIN ordered o ON o.series_id = id
      LEFT JOIN coverage c ON c.series_id = o.series_id AND c.start_ts = o.ts
    GROUP BY id
  ),
  covered AS (
    SELECT id, sum((least(end_ts, last_ts + ms) - greatest(start_ts, first_ts)) / ms)::bigint AS room,
      count(*) FILTER (WHERE b.ts IS NULL AND end_ts <= last_ts) AS gaps
    FROM listed JOIN stored USING (id) JOIN coverage c ON c.series_id = id
      LEFT JOIN bars b ON b.series_id = c.series_id AND b.ts = c.end_ts - ms
    WHERE end_ts > first_ts AND start_ts <= last_ts
    GROUP BY id
  )
  SELECT feed, symbol, "interval", first_ts AS "firstTs", last_ts AS "lastTs", coalesce(bars, 0) AS bars,
    coalesce(stored.gaps, 0) + coalesce(covered.gaps, 0) AS gaps,
    coalesce(room, 0) - coalesce(bars, 0) AS "missingBars"
  FROM listed LEFT JOIN stored USING (id) LEFT JOIN covered USING (id)
  ORDER BY feed, symbol, ms`;
