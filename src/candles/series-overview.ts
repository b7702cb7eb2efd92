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
  /** Runs of missing bars within the covered spans. */
  readonly gaps: number;
  /** Bars missing in those runs. */
  readonly missingBars: number;
}

const LENGTHS = INTERVALS.map((interval) => `('${interval}', ${intervalMs(interval)}::bigint)`).join(', ');

/**
 * Every bar lies within a covered span, so what is missing is the room of the spans less the bars. A gap ends either
 * at a bar that neither follows another one nor begins a span, or at the end of a span whose last bar is missing.
 */
export const SERIES_OVERVIEW = `
  WITH lengths (name, ms) AS (VALUES ${LENGTHS}),
  listed AS (SELECT s.*, ms FROM series s JOIN lengths ON name = s."interval"),
  ordered AS (
    SELECT series_id, ts, lag(ts) OVER (PARTITION BY series_id ORDER BY ts) AS previous_ts FROM bars
  ),
  stored AS (
    SELECT id, min(ts) AS first_ts, max(ts) AS last_ts, count(*) AS bars,
      count(*) FILTER (WHERE previous_ts + ms IS DISTINCT FROM ts AND NOT EXISTS (
        SELECT FROM coverage c WHERE c.series_id = id AND c.start_ts = ts)) AS gaps
    FROM listed JOIN ordered ON series_id = id GROUP BY id
  ),
  covered AS (
    SELECT id, sum((end_ts - start_ts) / ms)::bigint AS room,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM bars b WHERE b.series_id = id AND b.ts = end_ts - ms)) AS gaps
    FROM listed JOIN coverage ON series_id = id GROUP BY id
  )
  SELECT feed, symbol, "interval", first_ts AS "firstTs", last_ts AS "lastTs", coalesce(bars, 0) AS bars,
    coalesce(stored.gaps, 0) + coalesce(covered.gaps, 0) AS gaps,
    coalesce(room, 0) - coalesce(bars, 0) AS "missingBars"
  FROM listed LEFT JOIN stored USING (id) LEFT JOIN covered USING (id)
  ORDER BY feed, symbol, ms`;
