import type { EntityManager } from 'typeorm';
import {
  INTERVALS,
  MINUTE_MS,
  ceilToInterval,
  floorToInterval,
  intervalMs,
} from '../../shared/market/intervals.js';
import { type Span, intersectSpans, wholeCells } from '../../shared/market/spans.js';
import { aggregateBars } from './aggregate-bars.js';
import { type BarColumns, NO_BARS, concatBars } from './bar-columns.js';
import { onConflict } from './on-conflict.js';
import { readColumns } from './read-columns.js';

/** The intervals whose bars are made from 1m bars. */
export const MADE_INTERVALS = INTERVALS.filter((interval) => interval !== '1m');

/**
 * Inserts or updates made bars. The statement joins the covered span of the series that contains [$2, $3), because it
 * contains the key with which a cluster routes the statement to one shard.
 */
const upsertStatement = (isFresh: boolean) => `
  INSERT INTO made_bars AS b (series_id, minutes, ts, open, high, low, close, volume)
  SELECT c.series_id, t.*
  FROM coverage c, unnest($4::smallint[], $5::bigint[], $6::double precision[], $7::double precision[],
                          $8::double precision[], $9::double precision[], $10::double precision[]) AS t
  WHERE c.series_id = $1 AND c.start_ts <= $2 AND c.end_ts >= $3
  ${isFresh ? '' : onConflict('series_id, minutes, ts')}`;

/**
 * Makes the larger bars that overlap a span and whose minutes are all known. Covered spans never become shorter and bars
 * are never removed, so a made bar is only ever inserted or updated. The caller must hold the lock of the series.
 * @param covered covered spans of the 1m series, ascending; at least all that overlap a larger bar of the span
 * @param known all 1m bars of the span, if none of them was known before, so that no larger bar of them is made yet
 */
export async function makeBars(
  manager: EntityManager,
  seriesId: number,
  covered: readonly Span[],
  span: Span,
  known?: BarColumns,
): Promise<void> {
  const { minutes, cells } = await minutesOfCells(manager, seriesId, covered, span, known);
  const made = cells.map(({ interval, spans }) => ({
    minutes: intervalMs(interval) / MINUTE_MS,
    bars: aggregateBars(minutes, spans, interval),
  }));
  const all = concatBars(made.map(({ bars }) => bars));
  const [first] = covered;
  if (all.count === 0 || !first) return;
  const lengths = made.flatMap(({ minutes: length, bars }) => Array<number>(bars.count).fill(length));
  const columns = [lengths, all.ts, all.open, all.high, all.low, all.close, all.volume];
  await manager.query(upsertStatement(known !== undefined), [
    seriesId,
    first.start,
    first.end,
    ...columns.map((column) => `{${column.join(',')}}`),
  ]);
}

/** Returns the larger bars that overlap a span and whose minutes are all known, with their minutes. */
export async function minutesOfCells(
  manager: EntityManager,
  seriesId: number,
  covered: readonly Span[],
  span: Span,
  known?: BarColumns,
) {
  const cells = MADE_INTERVALS.map((interval) => {
    const touched = {
      start: floorToInterval(span.start, interval),
      end: ceilToInterval(span.end, interval),
    };
    return { interval, spans: wholeCells(intersectSpans(covered, [touched]), intervalMs(interval)) };
  });
  const spans = cells.flatMap((ofInterval) => ofInterval.spans);
  const start = spans.reduce((least, cell) => Math.min(least, cell.start), Infinity);
  const end = spans.reduce((most, cell) => Math.max(most, cell.end), -Infinity);
  const read = (from: number, to: number) =>
    from < to ? readColumns(manager, { seriesId, from, to }) : Promise.resolve(NO_BARS);
  const minutes = known
    ? concatBars([await read(start, span.start), known, await read(span.end, end)])
    : await read(start, end);
  return { cells, minutes };
}
