import type { EntityManager } from 'typeorm';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { type Span, intersectSpans } from '../../shared/market/spans.js';
import type { BarColumns } from './bar-columns.js';
import { compareBars } from './compare-bars.js';
import { recordGaps } from './gaps.js';
import { makeBars } from './make-bars.js';
import { onConflict } from './on-conflict.js';

/** First number of the advisory lock for the writers of a series; the second number is the id of the series. */
export const SERIES_LOCK_NAMESPACE = 0x42535332;

/** Parts of a written span for which the venue has no bar. */
export interface FoundGaps {
  readonly spans: readonly Span[];
  /** Time of the request to the venue, epoch ms. */
  readonly askedAt: number;
}

/**
 * Inserts bars, or updates those that exist. `xmax` is 0 in an inserted row, but not in an updated row. The statement
 * also joins the covered span: the span contains the key with which a cluster routes the statement to one shard.
 * @param isFresh none of the bars exists. Without a check for conflicts, rows are inserted in 0.8 times the time (bench
 *   row "import of 60000 minutes").
 */
const upsertStatement = (isFresh: boolean) => `
  WITH written AS (
    INSERT INTO bars AS b (series_id, ts, open, high, low, close, volume)
    SELECT c.series_id, t.*
    FROM coverage c, unnest($4::bigint[], $5::double precision[], $6::double precision[], $7::double precision[],
                            $8::double precision[], $9::double precision[]) AS t
    WHERE c.series_id = $1 AND c.start_ts <= $2 AND c.end_ts >= $3
    ${isFresh ? '' : onConflict('series_id, ts')}
    RETURNING b.xmax = 0 AS is_new
  )
  SELECT count(*) FILTER (WHERE is_new) AS inserted, count(*) FILTER (WHERE NOT is_new) AS changed FROM written`;

/** The state of a covered span after a write. */
interface Covered {
  /** The one covered span that contains the written span. */
  readonly around: Span;
  /** True if a part of the written span was not covered before. */
  readonly isNew: boolean;
  /** True if no part of the written span was covered before. Then it had no bars. */
  readonly isFresh: boolean;
  /**
   * True if larger bars are made from the series and agree with it. Instances of earlier versions raise the revision of
   * the series without the revision of its made bars.
   */
  readonly isMade: boolean;
}

export interface PartOptions {
  /** If left out, recorded gaps do not change. */
  readonly gaps?: FoundGaps | undefined;
  /** True if the write fails with `BarsDifferError` instead of changing a stored bar. */
  readonly isKeeping?: boolean;
  /** Called within the transaction if it has changed something. */
  readonly onChange?: ((manager: EntityManager) => Promise<void>) | undefined;
  /** False if the larger bars that were made from the series are not renewed, but no longer used. */
  readonly isMaking?: boolean;
}

/** The larger bars of a write could not be stored. The write can be repeated without them. */
export class NotMadeError extends Error {}

/** A stored bar has other figures than the bar to write, and was to be kept. */
export class BarsDifferError extends Error {}

/**
 * Writes bars of one series within a transaction, marks the span around them as covered, and records its gaps. Renews
 * the larger bars that were made from the series.
 * @throws NotMadeError, BarsDifferError
 */
export async function writePart(
  manager: EntityManager,
  seriesId: number,
  bars: BarColumns,
  span: Span,
  { gaps, isKeeping = false, isMaking = true, onChange }: PartOptions = {},
): Promise<{ inserted: number; changed: number }> {
  await lockSeries(manager, seriesId);
  if (gaps) await recordGaps(manager, seriesId, span, intersectSpans(gaps.spans, [span]), gaps.askedAt);
  const covered = await addCoverage(manager, seriesId, span);
  if (isKeeping && covered?.isFresh === false) {
    const { changed } = await compareBars(manager, seriesId, bars, 0);
    if (changed > 0) throw new BarsDifferError('A stored bar has other figures.');
  }
  const counts =
    bars.count > 0
      ? await upsert(manager, seriesId, bars, span, covered?.isFresh === true)
      : { inserted: 0, changed: 0 };
  if (!covered || (!covered.isNew && counts.inserted + counts.changed === 0)) return counts;
  const isMade = isMaking && covered.isMade;
  if (isMade)
    await makeBars(manager, seriesId, [covered.around], span, covered.isFresh ? bars : undefined).catch(
      (cause: unknown) => Promise.reject(new NotMadeError(sentenceOf(cause), { cause })),
    );
  await manager.query(
    `UPDATE series SET revision = revision + 1,
       made_revision = CASE WHEN $2 THEN revision + 1 ELSE made_revision END
     WHERE id = $1`,
    [seriesId, isMade],
  );
  await onChange?.(manager);
  return counts;
}

/** Waits for the lock of a series. No other writer changes the series until the transaction ends. */
export async function lockSeries(manager: EntityManager, seriesId: number): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [SERIES_LOCK_NAMESPACE, seriesId]);
}

/** Inserts or updates bars. The span must already be covered. */
async function upsert(
  manager: EntityManager,
  seriesId: number,
  bars: BarColumns,
  { start, end }: Span,
  isFresh: boolean,
) {
  const columns = [bars.ts, bars.open, bars.high, bars.low, bars.close, bars.volume];
  const [counts] = await manager.query<[{ inserted: number; changed: number }]>(upsertStatement(isFresh), [
    seriesId,
    start,
    end,
    ...columns.map((column) => `{${column.join(',')}}`),
  ]);
  return counts;
}

/**
 * Replaces the covered spans that overlap or touch the given span with one span.
 * @returns null for an empty span
 */
async function addCoverage(manager: EntityManager, seriesId: number, span: Span): Promise<Covered | null> {
  if (span.start >= span.end) return null;
  const [{ start, end, count, overlaps, isMade }] = await manager.query<
    [
      {
        start: number | null;
        end: number | null;
        count: number;
        overlaps: boolean | null;
        isMade: boolean | null;
      },
    ]
  >(
    `SELECT min(start_ts) AS start, max(end_ts) AS "end", count(*) AS count,
       bool_or(start_ts < $3 AND end_ts > $2) AS overlaps,
       (SELECT "interval" = '1m' AND made_revision = revision FROM series WHERE id = $1) AS "isMade"
     FROM coverage WHERE series_id = $1 AND start_ts <= $3 AND end_ts >= $2`,
    [seriesId, span.start, span.end],
  );
  if (start !== null && end !== null) {
    if (count === 1 && start <= span.start && end >= span.end)
      return { around: { start, end }, isNew: false, isFresh: false, isMade: isMade === true };
    await manager.query('DELETE FROM coverage WHERE series_id = $1 AND start_ts BETWEEN $2 AND $3', [
      seriesId,
      start,
      end,
    ]);
  }
  const around = {
    start: Math.min(span.start, start ?? span.start),
    end: Math.max(span.end, end ?? span.end),
  };
  await manager.query('INSERT INTO coverage (series_id, start_ts, end_ts) VALUES ($1, $2, $3)', [
    seriesId,
    around.start,
    around.end,
  ]);
  return { around, isNew: true, isFresh: overlaps !== true, isMade: isMade === true };
}
