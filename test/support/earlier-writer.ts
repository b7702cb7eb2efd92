import type { DataSource } from 'typeorm';
import type { BarColumns } from '../../src/candles/store/bar-columns.js';
import type { Span } from '../../src/shared/market/spans.js';
import { SERIES_LOCK_NAMESPACE } from '../../src/candles/store/write-part.js';

/**
 * Writes minutes as instances of earlier versions do: with the same lock and in one transaction, but without made bars.
 * @param span overlaps or touches at most one covered span
 */
export async function writeAsEarlier(
  dataSource: DataSource,
  seriesId: number,
  bars: BarColumns,
  span: Span,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [SERIES_LOCK_NAMESPACE, seriesId]);
    const bounds = [seriesId, span.start, span.end];
    const [around] = await manager.query<[{ start: number | null; end: number | null }]>(
      `SELECT min(start_ts) AS start, max(end_ts) AS "end"
       FROM coverage WHERE series_id = $1 AND start_ts <= $3 AND end_ts >= $2`,
      bounds,
    );
    await manager.query(
      'DELETE FROM coverage WHERE series_id = $1 AND start_ts <= $3 AND end_ts >= $2',
      bounds,
    );
    await manager.query('INSERT INTO coverage (series_id, start_ts, end_ts) VALUES ($1, $2, $3)', [
      seriesId,
      Math.min(span.start, around.start ?? span.start),
      Math.max(span.end, around.end ?? span.end),
    ]);
    const columns = [bars.ts, bars.open, bars.high, bars.low, bars.close, bars.volume];
    await manager.query(
      `INSERT INTO bars AS b (series_id, ts, open, high, low, close, volume)
       SELECT c.series_id, t.*
       FROM coverage c, unnest($4::bigint[], $5::double precision[], $6::double precision[], $7::double precision[],
                               $8::double precision[], $9::double precision[]) AS t
       WHERE c.series_id = $1 AND c.start_ts <= $2 AND c.end_ts >= $3
       ON CONFLICT (series_id, ts) DO UPDATE
         SET open = excluded.open, high = excluded.high, low = excluded.low,
             close = excluded.close, volume = excluded.volume`,
      [...bounds, ...columns.map((column) => `{${column.join(',')}}`)],
    );
    await manager.query('UPDATE series SET revision = revision + 1 WHERE id = $1', [seriesId]);
  });
}
