import { DAY_MS } from '../../../src/shared/market/intervals.js';
import { monthName, offsetAt } from '../dates.js';
import { roundTimes } from './round-times.js';

export interface Tick {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly label: string;
}

/** Returns times within [from, to] that are round in the time zone, about as many as requested. */
export function timeTicks(from: number, to: number, timeZone: string, about: number): Tick[] {
  if (!(to > from)) return [{ time: from, label: labelOf(from + offsetAt(from, timeZone), DAY_MS) }];
  const offset = offsetAt((from + to) / 2, timeZone);
  const clocks = roundTimes(from + offset, to + offset, about);
  const [first, second] = clocks;
  const step = first === undefined || second === undefined ? DAY_MS : second - first;
  return clocks.map((clock) => ({ time: clock - offset, label: labelOf(clock, step) }));
}

/** @param clock the local time as if it were UTC */
function labelOf(clock: number, step: number): string {
  const date = new Date(clock);
  const month = monthName(date.getUTCMonth() + 1);
  if (step >= 300 * DAY_MS) return String(date.getUTCFullYear());
  if (step >= 25 * DAY_MS) {
    return date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : month;
  }
  const day = `${date.getUTCDate()} ${month}`;
  if (step >= DAY_MS * 0.75 || clock % DAY_MS === 0) return day;
  return date.toISOString().slice(11, 16);
}
