import { type ExactDecimal, decimalOf, plus } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, exactSum } from '../../../shared/decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { LocalDays } from '../local-time/local-days.js';
import { runsByDay } from '../local-time/runs-by-day.js';

/** A local day on which trades closed. */
export interface ExitDay {
  readonly day: number;
  /** Σ plNet of the trades that closed on this day. */
  readonly plNet: ExactDecimal;
  /** Realised equity at the start and at the end of the day. */
  readonly start: ExactDecimal;
  readonly end: ExactDecimal;
}

/** Returns the days with exits in ascending order, with exact sums. Days without exits are left out. */
export function exitDays(
  trades: Pick<AnalysedTrades, 'count' | 'exitTime' | 'plNet'>,
  calendar: LocalDays,
  initialBalance: number,
): ExitDay[] {
  let end = decimalOf(initialBalance);
  return sumsByDay(trades, calendar).map(([day, plNet]) => {
    const start = end;
    end = plus(start, plNet);
    return { day, plNet, start, end };
  });
}

type DaySum = readonly [day: number, plNet: ExactDecimal];

function sumsByDay(
  { count, exitTime, plNet }: Pick<AnalysedTrades, 'count' | 'exitTime' | 'plNet'>,
  calendar: LocalDays,
): DaySum[] {
  const sums = new Map<number, ExactDecimal>();
  for (const { day, from, to } of runsByDay(exitTime, count, calendar))
    sums.set(day, plus(sums.get(day) ?? ZERO, exactSum(plNet.subarray(from, to))));
  return [...sums].toSorted(([a], [b]) => a - b);
}
