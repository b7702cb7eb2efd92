import { type ExactDecimal, decimalOf, plus } from '../../decimal/exact-decimal.js';
import { ZERO, exactSum } from '../../decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { LocalDays } from '../local-time/local-days.js';

/** A local day on which trades were closed. */
export interface ExitDay {
  readonly day: number;
  /** Σ plNet of the trades that closed on it. */
  readonly plNet: ExactDecimal;
  /** Realised equity when the day starts and when it ends. */
  readonly start: ExactDecimal;
  readonly end: ExactDecimal;
}

/** The days with exits, ascending; those without are not listed, whatever lies between. Sums are exact. */
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

/** Where a clock is set back past midnight, a day comes twice: exits in ascending time need not have ascending days. */
function sumsByDay(
  { count, exitTime, plNet }: Pick<AnalysedTrades, 'count' | 'exitTime' | 'plNet'>,
  calendar: LocalDays,
): DaySum[] {
  const sums = new Map<number, ExactDecimal>();
  for (let from = 0, to = 0; from < count; from = to) {
    const day = calendar.dayOf(exitTime[from]!);
    do to += 1;
    while (to < count && calendar.dayOf(exitTime[to]!) === day);
    sums.set(day, plus(sums.get(day) ?? ZERO, exactSum(plNet.subarray(from, to), to - from)));
  }
  return [...sums].toSorted(([a], [b]) => a - b);
}
