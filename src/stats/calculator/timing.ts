import { type ExactDecimal, decimalOf, exactInteger, times } from './exact-decimal.js';
import { mean, ratio, whole } from './exact-sum.js';
import { type OutcomeSums, combined } from './outcome-sums.js';
import type { PerOutcome } from './outcomes.js';
import type { TradeColumns } from './trade-columns.js';

const DAY_MS = 86_400_000;
/** No span of time is as long. */
const CARRIED_FROM = 2 ** 52;
const DAYS_PER_WEEK = whole(7);
/** A twelfth of the Julian year of 365.25 days. */
const DAYS_PER_MONTH = decimalOf(30.4375);

/** The earliest entry, epoch ms; Infinity without trades. In trade order it need not be that of the first trade. */
export function firstEntryTime(trades: TradeColumns): number {
  let first = Infinity;
  for (let i = 0; i < trades.count; i++) first = Math.min(first, trades.entryTime[i]!);
  return first;
}

/**
 * Trades per day, week and month of market time: count / days from the first entry to the last exit, a span under
 * one day counting as one day; a week is 7 days, a month 30.4375. Above 0; null without trades.
 */
export function tradeFrequency(trades: TradeColumns, firstEntry: number) {
  if (trades.count === 0) return { tradesPerDay: null, tradesPerWeek: null, tradesPerMonth: null };
  const lastExit = trades.exitTime[trades.count - 1]!;
  const span = whole(Math.max(DAY_MS, lastExit - firstEntry));
  const tradesPer = (days: ExactDecimal) => ratio(times(whole(trades.count * DAY_MS), days), span);
  return {
    tradesPerDay: tradesPer(whole(1)),
    tradesPerWeek: tradesPer(DAYS_PER_WEEK),
    tradesPerMonth: tradesPer(DAYS_PER_MONTH),
  };
}

/**
 * Mean holding time, exitTime − entryTime, in milliseconds from 0: of all trades, of wins and of losses. 0 means
 * that they closed in the millisecond they opened; null that there is no such trade.
 */
export function averageDurations(trades: TradeColumns, outcomes: Uint8Array, counts: PerOutcome) {
  const { total, win, loss } = durations(trades, outcomes);
  return {
    avgDurationMs: mean(total, trades.count),
    avgWinDurationMs: mean(win, counts.win),
    avgLossDurationMs: mean(loss, counts.loss),
  };
}

/** Sums of whole milliseconds; one that comes near to where such are no longer told apart is carried over. */
function durations(trades: TradeColumns, outcomes: Uint8Array): OutcomeSums {
  const sums = new Float64Array(4);
  const carried = [0n, 0n, 0n, 0n];
  for (let i = 0; i < trades.count; i++) {
    const outcome = outcomes[i]!;
    const sum = sums[outcome]! + (trades.exitTime[i]! - trades.entryTime[i]!);
    sums[outcome] = sum;
    if (sum < CARRIED_FROM) continue;
    carried[outcome]! += BigInt(sum);
    sums[outcome] = 0;
  }
  return combined(
    carried.map((above, outcome) => ({ mantissa: exactInteger(above + BigInt(sums[outcome]!)), scale: 0 })),
  );
}
