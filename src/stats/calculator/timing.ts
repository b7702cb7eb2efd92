import { mean } from './compensated-sum.js';
import { type PerOutcome, sumPerOutcome } from './outcomes.js';
import type { TradeColumns } from './trade-columns.js';

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
/** A twelfth of the Julian year of 365.25 days. */
const DAYS_PER_MONTH = 30.4375;

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
  const days = Math.max(DAY_MS, lastExit - firstEntry) / DAY_MS;
  return {
    tradesPerDay: trades.count / days,
    tradesPerWeek: (trades.count * DAYS_PER_WEEK) / days,
    tradesPerMonth: (trades.count * DAYS_PER_MONTH) / days,
  };
}

/**
 * Mean holding time, exitTime − entryTime, in milliseconds from 0: of all trades, of wins and of losses. 0 means
 * that they closed in the millisecond they opened; null that there is no such trade.
 */
export function averageDurations(trades: TradeColumns, outcomes: Uint8Array, counts: PerOutcome) {
  const { win, breakEven, loss } = sumPerOutcome(outcomes, trades.exitTime, trades.entryTime);
  return {
    avgDurationMs: mean(win + breakEven + loss, trades.count),
    avgWinDurationMs: mean(win, counts.win),
    avgLossDurationMs: mean(loss, counts.loss),
  };
}
