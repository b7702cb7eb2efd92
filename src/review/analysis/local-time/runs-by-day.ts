import type { LocalDays } from './local-days.js';

/** Consecutive instants of the same local day, from index `from` up to, but not including, `to`. */
export interface DayRun {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides the first `count` instants, which ascend, wherever the local day changes. A day can occur twice: if a clock
 * is set back across midnight, it shows the date of the previous day again.
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
