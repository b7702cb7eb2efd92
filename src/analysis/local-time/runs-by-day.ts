import type { LocalDays } from './local-days.js';

/** Consecutive instants that lie on one local day: those from place `from` up to `to`. */
export interface DayRun {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The first `count` instants, ascending in time, cut where the day changes. A day can come twice: a clock that is set back
 * across midnight shows a date again, with another one in between.
 */
export function runsByDay(instants: Float64Array, count: number, { dayOf }: LocalDays): DayRun[] {
  const runs: DayRun[] = [];
  for (let from = 0, to = 0; from < count; from = to) {
    const day = dayOf(instants[from]!);
    do to += 1;
    while (to < count && dayOf(instants[to]!) === day);
    runs.push({ day, from, to });
  }
  return runs;
}
