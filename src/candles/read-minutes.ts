import { DataSource } from 'typeorm';
import { copyOut } from '../database/copy-out.js';
import type { Span } from './spans.js';

/** 1m bars by column, ascending in `ts` without repetition: what a walk over them looks at. */
export interface MinuteColumns {
  readonly count: number;
  readonly ts: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

const KINDS = ['int8', 'float8', 'float8', 'float8'] as const;

/**
 * The stored bars of a 1m series that open within the spans, by one statement.
 * @param spans ascending and disjoint
 */
export async function readMinutes(
  dataSource: DataSource,
  seriesId: number,
  spans: readonly Span[],
): Promise<MinuteColumns> {
  const starts = spans.map(({ start }) => start).join(',');
  const ends = spans.map(({ end }) => end).join(',');
  // The order of the spans and that within each make the order of all; to ask for it once more costs a sort of all.
  const select = `SELECT ts, high, low, close
    FROM unnest('{${starts}}'::bigint[], '{${ends}}'::bigint[]) AS span (start_ts, end_ts), LATERAL (
      SELECT * FROM bars WHERE series_id = ${seriesId} AND ts >= start_ts AND ts < end_ts ORDER BY ts
    ) found`;
  const rows = await copyOut(dataSource, select, KINDS);
  const ts = rows.numbers(0);
  for (let i = 1; i < rows.count; i += 1) {
    if (ts[i]! <= ts[i - 1]!) throw new Error('the database answered the bars out of order');
  }
  return { count: rows.count, ts, high: rows.numbers(1), low: rows.numbers(2), close: rows.numbers(3) };
}
