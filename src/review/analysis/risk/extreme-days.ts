import { minus, rounded } from '../../../shared/decimal/exact-decimal.js';
import { dateText } from '../local-time/local-days.js';
import type { ExitDay } from './exit-days.js';

/** A local day such as "2024-01-05", and Σ plNet of its exits in account currency. */
export interface ExtremeDay {
  readonly date: string;
  readonly plNet: number;
}

/**
 * Returns the day with the best result and the day with the worst result. Only days with exits count. If several days
 * are equally good or equally bad, the earliest is returned. Null if there are no exits.
 */
export function extremeDays(exitDays: readonly ExitDay[]) {
  return {
    bestDay: resultOf(exitDays, (a, b) => minus(a.plNet, b.plNet).mantissa > 0),
    worstDay: resultOf(exitDays, (a, b) => minus(a.plNet, b.plNet).mantissa < 0),
  };
}

function resultOf(
  exitDays: readonly ExitDay[],
  isBeyond: (a: ExitDay, b: ExitDay) => boolean,
): ExtremeDay | null {
  let found = exitDays[0];
  for (const each of exitDays) if (isBeyond(each, found!)) found = each;
  return found ? { date: dateText(found.day), plNet: rounded(found.plNet) } : null;
}
