import type { Pool } from 'pg';
import type { CopiedColumns } from '../../platform/database/copy/copy-decoder.js';
import { copyOut } from '../../platform/database/copy/copy-out.js';
import type { Span } from '../../shared/market/spans.js';
import type { BarColumns } from './bar-columns.js';

/** 1m bars without their opens and volumes. */
export type MinuteColumns = Omit<BarColumns, 'open' | 'volume'>;

/** 1m bars without their volumes. */
export type OhlcColumns = Omit<BarColumns, 'volume'>;

const KINDS = ['int8', 'float8', 'float8', 'float8'] as const;

/**
 * Reads the stored bars of a 1m series that open within the spans, in one statement.
 * @param spans ascending and disjoint
 * @param signal cancels the statement
 */
export async function readMinutes(
  pool: Pool,
  seriesId: number,
  spans: readonly Span[],
  signal?: AbortSignal,
): Promise<MinuteColumns> {
  return toMinutes(await copyOut(pool, selectOf(seriesId, spans, ''), KINDS, { signal }));
}

/** Like `readMinutes`, but includes the opens. */
export async function readOhlcMinutes(
  pool: Pool,
  seriesId: number,
  spans: readonly Span[],
  signal?: AbortSignal,
): Promise<OhlcColumns> {
  const rows = await copyOut(pool, selectOf(seriesId, spans, ', open'), [...KINDS, 'float8'], { signal });
  return { ...toMinutes(rows), open: rows.numbers(4) };
}

/** Like `readOhlcMinutes`, but includes the volumes. */
export async function readBarMinutes(
  pool: Pool,
  seriesId: number,
  spans: readonly Span[],
  signal?: AbortSignal,
): Promise<BarColumns> {
  const kinds = [...KINDS, 'float8', 'float8'] as const;
  const rows = await copyOut(pool, selectOf(seriesId, spans, ', open, volume'), kinds, { signal });
  return { ...toMinutes(rows), open: rows.numbers(4), volume: rows.numbers(5) };
}

/**
 * Reads the closes of the last bars of a 1m series before some times, in one statement.
 * @param times open times of minutes, ascending
 * @param reachMs how long before a time its bar may open at most
 * @returns the closes in the order of the times; NaN if there is no such bar
 */
export async function readClosesBefore(
  pool: Pool,
  seriesId: number,
  times: readonly number[],
  reachMs: number,
  signal?: AbortSignal,
): Promise<Float64Array> {
  const select = `SELECT (
      SELECT close FROM bars WHERE series_id = ${seriesId} AND ts < at AND ts >= at - ${reachMs}
      ORDER BY ts DESC LIMIT 1
    ) FROM unnest('{${times.join(',')}}'::bigint[]) WITH ORDINALITY AS asked (at, place) ORDER BY place`;
  return (await copyOut(pool, select, ['float8'], { signal })).numbers(0);
}

function selectOf(seriesId: number, spans: readonly Span[], more: string): string {
  const starts = spans.map(({ start }) => start).join(',');
  const ends = spans.map(({ end }) => end).join(',');
  // The spans are in order, and the bars of each span are in order. An ORDER BY over all bars would cost a sort.
  return `SELECT ts, high, low, close${more}
    FROM unnest('{${starts}}'::bigint[], '{${ends}}'::bigint[]) AS span (start_ts, end_ts), LATERAL (
      SELECT * FROM bars WHERE series_id = ${seriesId} AND ts >= start_ts AND ts < end_ts ORDER BY ts
    ) found`;
}

function toMinutes(rows: CopiedColumns): MinuteColumns {
  const ts = rows.numbers(0);
  for (let i = 1; i < rows.count; i += 1) {
    if (ts[i]! <= ts[i - 1]!) throw new Error('The database returned bars out of order.');
  }
  return { count: rows.count, ts, high: rows.numbers(1), low: rows.numbers(2), close: rows.numbers(3) };
}
