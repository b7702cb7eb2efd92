import type { DataSource } from 'typeorm';
import type { CopiedColumns } from '../../platform/database/copy/copy-decoder.js';
import { copyOut } from '../../platform/database/copy/copy-out.js';
import { poolOf } from '../../platform/database/connection/pool-of.js';
import { equalTo } from '../../platform/database/equal-to.js';
import { firstPlace } from '../../shared/market/first-place.js';
import { type Interval, MINUTE_MS, floorToInterval, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { type BarColumns, type Candle, NO_BARS, barColumns } from './bar-columns.js';
import { MAY_BE_WRONG } from './gaps.js';
import { BAR_COLUMNS, BAR_KINDS, literal } from './read-columns.js';

/** Selects the newest bars of a 1m series, and of the bars made from it, before a time. */
export interface AsOfSelection {
  readonly minutesId: number;
  /** Exclusive upper bound of the minutes, ms UTC: on their grid. Larger bars end at or before this time. */
  readonly until: number;
  /** Maximum number of minutes. */
  readonly minutes: number;
  /** The intervals whose made bars are selected, ascending. */
  readonly made: readonly Interval[];
  /** Maximum number of made bars of each interval. */
  readonly count: number;
  /** The time from which open gaps are looked for, ms UTC; null if they do not matter. */
  readonly gapsFrom: number | null;
}

export interface StoredAsOf {
  readonly minutes: BarColumns;
  /** Made bars by interval, whether or not they are up to date, see `madeFrom`. */
  readonly made: ReadonlyMap<Interval, BarColumns>;
  /** The time from which all made bars agree with their minutes; Infinity if none do. */
  readonly madeFrom: number;
  /** The newest covered span of the minutes that begins before `until`; empty if there is none. */
  readonly covered: Span;
  /** The end of the newest open gap between `gapsFrom` and `until`; -Infinity if there is none. */
  readonly openGapEnd: number;
}

/** A market without minutes has no stored bars. */
export const NOTHING_AS_OF: StoredAsOf = {
  minutes: NO_BARS,
  made: new Map(),
  madeFrom: Infinity,
  covered: { start: 0, end: 0 },
  openGapEnd: -Infinity,
};

const HEAD = 0;
const MINUTES = 1;

/** The part of the rows with the made bars of an interval. */
const partOf = (interval: Interval): number => intervalMs(interval) / MINUTE_MS;

/**
 * Reads bars of several intervals, the coverage of their minutes, and whether the made bars are up to date. One statement
 * reads everything, so that no write can come in between.
 */
export async function readAsOf(dataSource: DataSource, selection: AsOfSelection): Promise<StoredAsOf> {
  const { made, minutes, count } = selection;
  const larger = made.map((interval) => newest(selection, interval, count));
  const parts = [headOf(selection), ...(minutes > 0 ? [newest(selection, '1m', minutes)] : []), ...larger];
  const rows = await copyOut(poolOf(dataSource), parts.join(' UNION ALL '), ['int4', ...BAR_KINDS], {
    expected: minutes + made.length * count + 1,
  });
  return toStored(rows, made);
}

/** Selects the newest bars of an interval, newest first. */
function newest({ minutesId, until }: AsOfSelection, interval: Interval, count: number): string {
  const id = literal(minutesId);
  const from =
    interval === '1m'
      ? `bars WHERE ${equalTo('series_id', id)}`
      : `made_bars WHERE series_id = ${id} AND minutes = ${literal(partOf(interval))}`;
  // Both bounds of the time are given, as in `readColumns`.
  return `(SELECT ${literal(partOf(interval))}, ${BAR_COLUMNS.join()} FROM ${from}
    AND ts >= ${literal(Number.MIN_SAFE_INTEGER)} AND ts < ${literal(floorToInterval(until, interval))}
    ORDER BY ts DESC LIMIT ${literal(count)})`;
}

/** Selects `madeFrom`, the bounds of `covered`, and `openGapEnd`, if there is a covered span. */
function headOf({ minutesId, until, gapsFrom }: AsOfSelection): string {
  const id = literal(minutesId);
  const openGapEnd =
    gapsFrom === null
      ? 'NULL'
      : `(SELECT max(end_ts) FROM candle_gaps
          WHERE series_id = ${id} AND start_ts < ${literal(until)} AND end_ts > ${literal(gapsFrom)}
            AND (NOT settled OR ${MAY_BE_WRONG.replaceAll('$1', id)}))`;
  return `(SELECT ${HEAD},
      (SELECT made_from FROM series WHERE id = ${id} AND made_revision = revision),
      start_ts::float8, end_ts::float8, ${openGapEnd}::float8, NULL::float8, NULL::float8
    FROM coverage WHERE series_id = ${id} AND start_ts < ${literal(until)} ORDER BY coverage.start_ts DESC LIMIT 1)`;
}

function toStored(rows: CopiedColumns, made: readonly Interval[]): StoredAsOf {
  const parts = rows.numbers(0);
  const times = rows.numbers(1);
  for (let i = 1; i < rows.count; i += 1) {
    const isNext = parts[i]! > parts[i - 1]! || (parts[i] === parts[i - 1] && times[i]! < times[i - 1]!);
    if (!isNext) throw new Error('The database returned bars out of order.');
  }
  const barsOf = (part: number): BarColumns => {
    const from = firstPlace(rows.count, (place) => parts[place]! >= part);
    const to = firstPlace(rows.count, (place) => parts[place]! > part);
    const columnOf = (name: keyof Candle) => rows.numbers(1 + BAR_COLUMNS.indexOf(name)).subarray(from, to);
    // The rows of a part are newest first.
    // oxlint-disable-next-line unicorn/no-array-reverse -- each part is used once, so a copy would only be garbage
    return barColumns(to - from, (name) => columnOf(name).reverse());
  };
  const { ts, open, high, low } = barsOf(HEAD);
  return {
    minutes: barsOf(MINUTES),
    made: new Map(made.map((interval) => [interval, barsOf(partOf(interval))])),
    madeFrom: numberOr(Infinity, ts[0]),
    covered: { start: numberOr(0, open[0]), end: numberOr(0, high[0]) },
    openGapEnd: numberOr(-Infinity, low[0]),
  };
}

/** Returns a number of the database; `otherwise` if it is NULL or there is no row. */
const numberOr = (otherwise: number, value = Number.NaN): number => (Number.isNaN(value) ? otherwise : value);
