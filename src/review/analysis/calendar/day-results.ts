import { type ExactDecimal, plus } from '../../../shared/decimal/exact-decimal.js';
import { exactSum } from '../../../shared/decimal/exact-sum.js';
import { LOSS, WIN, classifyOutcomes } from '../../../shared/figures/calculator/outcomes.js';
import type { TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { localDays } from '../local-time/local-days.js';
import { runsByDay } from '../local-time/runs-by-day.js';

/** Exact sums of the trades that closed on a local day. */
export interface DayResult {
  readonly day: number;
  readonly tradeCount: number;
  readonly winCount: number;
  readonly lossCount: number;
  readonly plGross: ExactDecimal;
  readonly feesPaid: ExactDecimal;
  readonly plNet: ExactDecimal;
}

/** Returns the results of the days with exits, in ascending order. */
export function dayResults(
  trades: TradeColumns,
  { timezone, breakEvenThreshold }: { readonly timezone: string; readonly breakEvenThreshold: number },
): DayResult[] {
  const { count, exitTime } = trades;
  const { outcomes } = classifyOutcomes(trades.plNet, count, breakEvenThreshold);
  const results = new Map<number, DayResult>();
  for (const { day, from, to } of runsByDay(exitTime, count, localDays(timezone))) {
    const result: DayResult = {
      day,
      tradeCount: to - from,
      winCount: countOutcome(WIN, outcomes, from, to),
      lossCount: countOutcome(LOSS, outcomes, from, to),
      plGross: exactSum(trades.plGross.subarray(from, to)),
      feesPaid: exactSum(trades.feesPaid.subarray(from, to)),
      plNet: exactSum(trades.plNet.subarray(from, to)),
    };
    const before = results.get(day);
    results.set(day, before ? addedDays(before, result) : result);
  }
  return [...results.values()].toSorted((a, b) => a.day - b.day);
}

function countOutcome(wanted: number, outcomes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i += 1) count += Number(outcomes[i] === wanted);
  return count;
}

const addedDays = (a: DayResult, b: DayResult): DayResult => ({
  day: a.day,
  tradeCount: a.tradeCount + b.tradeCount,
  winCount: a.winCount + b.winCount,
  lossCount: a.lossCount + b.lossCount,
  plGross: plus(a.plGross, b.plGross),
  feesPaid: plus(a.feesPaid, b.feesPaid),
  plNet: plus(a.plNet, b.plNet),
});
