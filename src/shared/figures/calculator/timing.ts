import { type ExactDecimal, decimalOf, exactInteger, times } from '../../decimal/exact-decimal.js';
import { mean, ratio, whole } from '../../decimal/exact-sum.js';
import { type OutcomeSums, combined } from './outcome-sums.js';
import type { PerOutcome } from './outcomes.js';
import type { TradeColumns } from './trade-columns.js';

const DAY_MS = 86_400_000;
/**
 * When a sum of holding times reaches this value, in ms, it is moved to a bigint. The value exceeds any single holding
 * time.
 */
const CARRIED_FROM = 2 ** 52;
const DAYS_PER_WEEK = whole(7);
/** Days per month: a twelfth of the Julian year of 365.25 days. */
const DAYS_PER_MONTH = decimalOf(30.4375);

/**
 * Returns the earliest entry in epoch ms; Infinity if there are no trades. The trade with the earliest entry is not
 * always the first in trade order.
 */
export function firstEntryTime(trades: TradeColumns): number {
  let first = Infinity;
  for (let i = 0; i < trades.count; i++) first = Math.min(first, trades.entryTime[i]!);
  return first;
}

/**
 * Returns the number of trades per day, per week and per month of market time. Market time is the time from the first
 * entry to the last exit, but at least one day. A week has 7 days, a month has 30.4375 days. The figures are above 0,
 * or null if there are no trades.
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
 * Returns the mean holding times (exitTime − entryTime, in milliseconds) of all trades, of wins and of losses. A mean
 * is 0 if the trades closed in the millisecond in which they opened. It is null if there are no such trades.
 */
export function averageDurations(trades: TradeColumns, outcomes: Uint8Array, counts: PerOutcome) {
  const { total, win, loss } = durationSums(trades, outcomes);
  return {
    avgDurationMs: mean(total, trades.count),
    avgWinDurationMs: mean(win, counts.win),
    avgLossDurationMs: mean(loss, counts.loss),
  };
}

/** Returns exact sums of holding times in ms. A sum is moved to a bigint before it becomes too large for a double. */
export function durationSums(trades: TradeColumns, outcomes: Uint8Array): OutcomeSums {
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
