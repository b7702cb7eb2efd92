import type { ExitDay } from '../analysis/risk/exit-days.js';
import {
  type ExactDecimal,
  decimalOf,
  minus,
  parsedDecimal,
  plus,
  times,
  toDouble,
} from '../../shared/decimal/exact-decimal.js';
import { DAY_MS } from '../../shared/market/intervals.js';

/** The results of a session by local day. */
export interface DayResults {
  readonly initialBalance: number;
  /** Net result of each day with exits, ascending, as exact decimals. */
  readonly dailyPlNet: readonly { readonly day: string; readonly plNet: string }[];
  /** First and last local day, numbered from 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The daily returns of a session. Days are numbered from 1970-01-01. */
export interface DayReturns {
  readonly firstDay: number;
  readonly lastDay: number;
  /** The days with exits, ascending, and the return of each of these days. */
  readonly days: Int32Array;
  readonly values: Float64Array;
}

/** Returns the number of the day with this date, counted from 1970-01-01. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Returns the days with exits, with the exact equity at the start and at the end of each day. */
export function exitDaysOf({
  initialBalance,
  dailyPlNet,
}: Omit<DayResults, 'firstDay' | 'lastDay'>): ExitDay[] {
  let end = decimalOf(initialBalance);
  return dailyPlNet.map(({ day, plNet: text }) => {
    const start = end;
    const plNet = parsedDecimal(text);
    end = plus(start, plNet);
    return { day: dayOf(day), plNet, start, end };
  });
}

/**
 * Returns the daily returns: the result of each local day divided by the equity at the start of the day. Returns that
 * are exactly equal are equal doubles. Null if the equity at the start of a day is 0 or less.
 */
export function dayReturnsOf(results: DayResults): DayReturns | null {
  const exitDays = exitDaysOf(results);
  if (exitDays.some(({ start }) => start.mantissa <= 0)) return null;
  return {
    firstDay: results.firstDay,
    lastDay: results.lastDay,
    days: Int32Array.from(exitDays, ({ day }) => day),
    values: withEqualDoubles(exitDays),
  };
}

/** Two doubles can stand for equal returns if their relative difference is at most this number. */
const ROUNDING = 1e-14;

/**
 * Returns the daily returns as doubles. Returns that are exactly equal, such as 70/1000 and 74.9/1070, may be rounded
 * to different doubles. Therefore two returns that are neighbours in sorted order and differ by at most a rounding
 * error are compared exactly. If they are equal, they get the same double.
 */
function withEqualDoubles(exitDays: readonly ExitDay[]): Float64Array {
  const values = Float64Array.from(exitDays, ({ plNet, start }) => toDouble(plNet) / toDouble(start));
  const places = Array.from(values.keys()).toSorted((a, b) => values[a]! - values[b]!);
  for (let i = 1; i < places.length; i++) {
    const [one, other] = [places[i - 1]!, places[i]!];
    const [less, more] = [values[one]!, values[other]!];
    if (more === less || more - less > ROUNDING * Math.abs(more)) continue;
    if (isZero(differenceOf(exitDays[one]!, exitDays[other]!))) values[other] = less;
  }
  return values;
}

/** Returns dᵢ·Eⱼ − dⱼ·Eᵢ, which is 0 if the returns dᵢ/Eᵢ and dⱼ/Eⱼ are equal. */
const differenceOf = (one: ExitDay, other: ExitDay): ExactDecimal =>
  minus(times(one.plNet, other.start), times(other.plNet, one.start));

const isZero = ({ mantissa }: ExactDecimal): boolean => mantissa == 0;

/**
 * Returns the daily returns from the first to the last day, both included. On days without an exit, the return is 0.
 */
export function returnsBetween(
  { days, values }: DayReturns,
  firstDay: number,
  lastDay: number,
): Float64Array {
  const column = new Float64Array(lastDay - firstDay + 1);
  for (let i = 0; i < days.length; i++) {
    const place = days[i]! - firstDay;
    if (place >= 0 && place < column.length) column[place] = values[i]!;
  }
  return column;
}
