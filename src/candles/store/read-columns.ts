import { type DataSource, EntityManager } from 'typeorm';
import { copyOut, copyOutWithin } from '../../platform/database/copy/copy-out.js';
import { poolOf } from '../../platform/database/connection/pool-of.js';
import { equalTo } from '../../platform/database/equal-to.js';
import { type Interval, MINUTE_MS, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { MAY_BE_WRONG } from './gaps.js';
import { type BarColumns, barColumns } from './bar-columns.js';

/** Selects bars of a series by their open times in ms. The lower bound is optional. */
export interface BarSelection {
  readonly seriesId: number;
  readonly from?: number;
  readonly to: number;
  /** Maximum number of bars, newest first. */
  readonly newest?: number;
  /** Maximum number of bars, oldest first. */
  readonly oldest?: number;
}

export const BAR_COLUMNS = ['ts', 'open', 'high', 'low', 'close', 'volume'] as const;
export const BAR_KINDS = ['int8', 'float8', 'float8', 'float8', 'float8', 'float8'] as const;

/** The bars of an interval within a span that were made from the bars of a 1m series. */
export interface MadeSelection {
  readonly seriesId: number;
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
}

/**
 * Reads bars by COPY, ascending. COPY takes half the time of a query for rows, because numbers are not converted to
 * text and parsed.
 */
export async function readColumns(
  database: DataSource | EntityManager,
  { seriesId, from = Number.MIN_SAFE_INTEGER, to, newest, oldest }: BarSelection,
): Promise<BarColumns> {
  const names = BAR_COLUMNS.join();
  // Both bounds of the time are given: without statistics, the planner expects fewer rows between two bounds.
  const bars = `SELECT ${names} FROM bars
    WHERE ${equalTo('series_id', literal(seriesId))} AND ts >= ${literal(from)} AND ts < ${literal(to)}`;
  const limit = oldest === undefined ? '' : `LIMIT ${literal(oldest)}`;
  const select =
    newest === undefined
      ? `${bars} ORDER BY ts ${limit}`
      : `SELECT ${names} FROM (${bars} ORDER BY ts DESC LIMIT ${literal(newest)}) newest ORDER BY ts`;
  return copyBars(database, select);
}

/** Reads made bars, ascending, whether or not they are up to date. */
export function readMadeColumns(
  database: DataSource | EntityManager,
  { seriesId, interval, from, to }: MadeSelection,
  condition = 'true',
): Promise<BarColumns> {
  return copyBars(
    database,
    `SELECT ${BAR_COLUMNS.join()} FROM made_bars
     WHERE series_id = ${literal(seriesId)} AND minutes = ${literal(intervalMs(interval) / MINUTE_MS)}
       AND ts >= ${literal(from)} AND ts < ${literal(to)} AND ${condition}
     ORDER BY ts`,
  );
}

/**
 * Reads the made bars of a span, ascending; no bars if they are not all made, or do not agree with the bars of the 1m
 * series. One statement reads the bars and whether they agree, so that no write can come in between.
 * @param isOnly also returns no bars if the symbol has a series of its own at the interval, whose bars go before
 */
export const readMade = (
  dataSource: DataSource,
  selection: MadeSelection,
  isOnly = false,
): Promise<BarColumns> =>
  readMadeColumns(
    dataSource,
    selection,
    `EXISTS (
       SELECT FROM series minutes
       WHERE id = ${literal(selection.seriesId)} AND made_revision = revision AND made_from <= ${literal(selection.from)}
         ${isOnly ? noSeriesOfItsOwn(selection.interval) : ''}
     )`,
  );

const noSeriesOfItsOwn = (interval: Interval) => `AND NOT EXISTS (
  SELECT FROM series own
  WHERE own.feed = minutes.feed AND own.symbol = minutes.symbol AND own."interval" = '${interval}'
)`;

async function copyBars(database: DataSource | EntityManager, select: string): Promise<BarColumns> {
  const rows = await (database instanceof EntityManager
    ? copyOutWithin(database, select, BAR_KINDS)
    : copyOut(poolOf(database), select, BAR_KINDS));
  return barColumns(rows.count, (name) => rows.numbers(BAR_COLUMNS.indexOf(name)));
}

/**
 * Returns the bars of a span if a single covered span contains this span and all its gaps are settled; otherwise null.
 * Most reads need nothing else. The bars of a settled span do not change, so they may be read after the check.
 * @param made the made bars that are returned instead, if `seriesId` is a 1m series
 */
export async function readSettled(
  dataSource: DataSource,
  seriesId: number,
  { start, end }: Span,
  made?: { readonly interval: Interval; readonly isOnly: boolean },
): Promise<BarColumns | null> {
  const [row] = await dataSource.query<{ isSettled: boolean }[]>(
    `SELECT EXISTS (SELECT FROM coverage WHERE series_id = $1 AND start_ts <= $2 AND end_ts >= $3)
       AND NOT EXISTS (
         SELECT FROM candle_gaps
         WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 AND (NOT settled OR ${MAY_BE_WRONG})
       ) AS "isSettled"`,
    [seriesId, start, end],
  );
  if (!row?.isSettled) return null;
  const selection = { seriesId, from: start, to: end };
  return made
    ? readMade(dataSource, { ...selection, interval: made.interval }, made.isOnly)
    : readColumns(dataSource, selection);
}

/** COPY takes no parameters, but a whole number is safe inside the statement. */
export function literal(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError('Not a whole number.');
  return String(value);
}
