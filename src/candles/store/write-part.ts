import type { EntityManager } from 'typeorm';
import { type Span, intersectSpans } from '../../shared/market/spans.js';
import type { BarColumns } from './bar-columns.js';
import { recordGaps } from './gaps.js';

/** First number of the advisory lock for the writers of a series; the second number is the id of the series. */
const SERIES_LOCK_NAMESPACE = 0x42535332;

/** Parts of a written span for which the venue has no bar. */
export interface FoundGaps {
  readonly spans: readonly Span[];
  /** Time of the request to the venue, epoch ms. */
  readonly askedAt: number;
}

/**
 * Inserts or updates bars. `xmax` is 0 in an inserted row, but not in an updated row. The statement also joins the
 * covered span: the span contains the key with which a cluster routes the statement to one shard.
 */
const UPSERT = `
  WITH written AS (
    INSERT INTO bars AS b (series_id, ts, open, high, low, close, volume)
    SELECT c.series_id, t.*
    FROM coverage c, unnest($4::bigint[], $5::double precision[], $6::double precision[], $7::double precision[],
                            $8::double precision[], $9::double precision[]) AS t
    WHERE c.series_id = $1 AND c.start_ts <= $2 AND c.end_ts >= $3
    ON CONFLICT (series_id, ts) DO UPDATE
      SET open = excluded.open, high = excluded.high, low = excluded.low,
          close = excluded.close, volume = excluded.volume
      WHERE (b.open, b.high, b.low, b.close, b.volume)
        IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)
    RETURNING b.xmax = 0 AS is_new
  )
  SELECT count(*) FILTER (WHERE is_new) AS inserted, count(*) FILTER (WHERE NOT is_new) AS changed FROM written`;

/**
 * Writes bars of one series within a transaction, marks the span around them as covered, and records its gaps.
 * @param gaps if left out, recorded gaps do not change
 */
export async function writePart(
  manager: EntityManager,
  seriesId: number,
  bars: BarColumns,
  span: Span,
  gaps?: FoundGaps,
): Promise<{ inserted: number; changed: number }> {
  // No other writer changes the series until the transaction ends.
  await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [SERIES_LOCK_NAMESPACE, seriesId]);
  if (gaps) await recordGaps(manager, seriesId, span, intersectSpans(gaps.spans, [span]), gaps.askedAt);
  const isNew = await addCoverage(manager, seriesId, span);
  const counts = bars.count > 0 ? await upsert(manager, seriesId, bars, span) : { inserted: 0, changed: 0 };
  if (isNew || counts.inserted + counts.changed > 0)
    await manager.query('UPDATE series SET revision = revision + 1 WHERE id = $1', [seriesId]);
  return counts;
}

/** Inserts or updates bars. The span must already be covered. */
async function upsert(manager: EntityManager, seriesId: number, bars: BarColumns, { start, end }: Span) {
  const columns = [bars.ts, bars.open, bars.high, bars.low, bars.close, bars.volume];
  const [counts] = await manager.query<[{ inserted: number; changed: number }]>(UPSERT, [
    seriesId,
    start,
    end,
    ...columns.map((column) => `{${column.join(',')}}`),
  ]);
  return counts;
}

/**
 * Replaces the covered spans that overlap or touch the given span with one span.
 * @returns whether a part of the given span was not covered before
 */
async function addCoverage(manager: EntityManager, seriesId: number, span: Span): Promise<boolean> {
  if (span.start >= span.end) return false;
  const [{ start, end, count }] = await manager.query<
    [{ start: number | null; end: number | null; count: number }]
  >(
    `SELECT min(start_ts) AS start, max(end_ts) AS "end", count(*) AS count
     FROM coverage WHERE series_id = $1 AND start_ts <= $3 AND end_ts >= $2`,
    [seriesId, span.start, span.end],
  );
  if (start !== null && end !== null) {
    if (count === 1 && start <= span.start && end >= span.end) return false;
    await manager.query('DELETE FROM coverage WHERE series_id = $1 AND start_ts BETWEEN $2 AND $3', [
      seriesId,
      start,
      end,
    ]);
  }
  await manager.query('INSERT INTO coverage (series_id, start_ts, end_ts) VALUES ($1, $2, $3)', [
    seriesId,
    Math.min(span.start, start ?? span.start),
    Math.max(span.end, end ?? span.end),
  ]);
  return true;
}
