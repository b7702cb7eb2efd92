import {
  type AccountDays,
  accountDays,
  returnsOf,
  type Returns,
} from '../../src/review/analysis/risk/returns.js';
import { equityWalk } from '../../src/shared/figures/calculator/equity-curve.js';
import { firstEntryTime } from '../../src/shared/figures/calculator/timing.js';
import { type AnalysedTrade, analysedTrades } from './analysed-trades.js';

export const DAY = 86_400_000;
export const NOON = Date.UTC(2024, 0, 1, 12);

const SETTINGS = { initialBalance: 1000, timezone: 'UTC', riskFreeRate: 0 };

/** Computes returns of trades in trade order. The balance is 1000 by default. */
export function returns(list: readonly AnalysedTrade[], settings: Partial<typeof SETTINGS> = {}): Returns {
  const trades = analysedTrades(list);
  const all = { ...SETTINGS, ...settings };
  const { deepest } = equityWalk(trades, firstEntryTime(trades), all.initialBalance);
  return returnsOf(daysOf(list, all), deepest, all.riskFreeRate);
}

/** Returns the local days of trades in trade order. The balance is 1000 by default. */
export function daysOf(list: readonly AnalysedTrade[], settings: Partial<typeof SETTINGS> = {}): AccountDays {
  const trades = analysedTrades(list);
  return accountDays(trades, firstEntryTime(trades), { ...SETTINGS, ...settings });
}

/** Returns a trade around noon of a day. Day 0 is 1 January 2024. */
export const onDay = (day: number, plNet: number): AnalysedTrade => ({
  entryTime: NOON + day * DAY,
  exitTime: NOON + day * DAY + 1,
  plNet,
});

/** Returns one trade per day, from day 0 on. */
export const daily = (...plNets: number[]) => plNets.map((plNet, day) => onDay(day, plNet));
