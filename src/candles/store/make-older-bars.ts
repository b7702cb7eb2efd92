import type { DataSource, EntityManager } from 'typeorm';
import { DAY_MS, floorToInterval } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { makeBars } from './make-bars.js';
import { SERIES_LOCK_NAMESPACE } from './write-part.js';

/** Value of `made_from` if every bar of a series is made. */
export const MADE_FROM_START = Number.MIN_SAFE_INTEGER;

/** Days per transaction. A transaction takes some tens of ms, so writers of the series do not wait long. */
const DAYS_PER_STEP = 5;

/** `busy`: another transaction writes to the series. */
export type MakeStep = 'made' | 'complete' | 'busy';

/**
 * Makes the larger bars of some days of a 1m series, before the days whose bars are already made. If bars were made
 * without changes of an instance of an earlier version, starts again at the newest day.
 */
export function makeOlderBars(dataSource: DataSource, seriesId: number): Promise<MakeStep> {
  return dataSource.transaction(async (manager) => {
    const [{ isLocked }] = await manager.query<[{ isLocked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS "isLocked"',
      [SERIES_LOCK_NAMESPACE, seriesId],
    );
    if (!isLocked) return 'busy';
    const before = await madeFrom(manager, seriesId);
    if (before === MADE_FROM_START) return 'complete';
    const [{ newest }] = await manager.query<[{ newest: number | null }]>(
      'SELECT max(ts) AS newest FROM bars WHERE series_id = $1 AND ts < $2',
      [seriesId, before ?? Number.MAX_SAFE_INTEGER],
    );
    // Days without minutes are skipped.
    const end = newest === null ? null : floorToInterval(newest, '1d') + DAY_MS;
    const start = end === null ? MADE_FROM_START : end - DAYS_PER_STEP * DAY_MS;
    if (end !== null)
      await makeBars(manager, seriesId, await coveredWithin(manager, seriesId, { start, end }), {
        start,
        end,
      });
    await manager.query('UPDATE series SET made_revision = revision, made_from = $2 WHERE id = $1', [
      seriesId,
      start,
    ]);
    return end === null ? 'complete' : 'made';
  });
}

/** Returns the time from which the bars of a 1m series are made; null if none are made, or do not agree with it. */
export async function madeFrom(manager: EntityManager, seriesId: number): Promise<number | null> {
  const [row] = await manager.query<{ madeFrom: number }[]>(
    'SELECT made_from AS "madeFrom" FROM series WHERE id = $1 AND made_revision = revision',
    [seriesId],
  );
  return row?.madeFrom ?? null;
}

/** Returns the covered spans of a series within a span, ascending, and cut at its bounds. */
export const coveredWithin = (
  database: DataSource | EntityManager,
  seriesId: number,
  { start, end }: Span,
): Promise<Span[]> =>
  database.query<Span[]>(
    `SELECT greatest(start_ts, $2::bigint) AS start, least(end_ts, $3::bigint) AS "end"
     FROM coverage WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 ORDER BY start_ts`,
    [seriesId, start, end],
  );
