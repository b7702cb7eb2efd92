import { compensatedSum, mean } from './compensated-sum.js';
import { equityWalk } from './equity-curve.js';
import { expectancy } from './expectancy.js';
import { LOSS, WIN, classifyOutcomes, sumPerOutcome } from './outcomes.js';
import { percentDistribution } from './percent-distribution.js';
import { percentExtremes } from './percent-extremes.js';
import { profitFactor } from './profit-factor.js';
import { rMultiples } from './r-multiples.js';
import { streaksOf } from './streaks.js';
import { averageDurations, firstEntryTime, tradeFrequency } from './timing.js';
import type { TradeColumns } from './trade-columns.js';

/** Changes with any formula in this folder, so that two answers compare only when they were computed alike. */
export const CALCULATION_VERSION = '1.0.0';

export interface StatisticsSettings {
  /** Equity before the first trade, account currency, above 0. */
  readonly initialBalance: number;
  /** |plNet| up to which a trade counts as break-even, account currency, from 0. */
  readonly breakEvenThreshold: number;
}

export type CalculatedStatistics = ReturnType<typeof calculateStatistics>;

/**
 * Every figure of a session from its closed trades, which stand in trade order. Unrounded; null where a figure is
 * undefined. Linear in the number of trades: each step is a pass over whole columns.
 */
export function calculateStatistics(trades: TradeColumns, settings: StatisticsSettings) {
  const { count, plNet, plPct } = trades;
  const { outcomes, counts } = classifyOutcomes(plNet, count, settings.breakEvenThreshold);
  const totalPlNet = compensatedSum(plNet, count);
  const firstEntry = firstEntryTime(trades);
  const winStreaks = streaksOf(outcomes, WIN);
  const lossStreaks = streaksOf(outcomes, LOSS);
  const equity = equityWalk(trades, firstEntry, settings.initialBalance);
  return {
    calculationVersion: CALCULATION_VERSION,
    tradeCount: count,
    winCount: counts.win,
    lossCount: counts.loss,
    breakEvenCount: counts.breakEven,
    breakEvenThreshold: settings.breakEvenThreshold,
    plGross: compensatedSum(trades.plGross, count),
    feesPaid: compensatedSum(trades.feesPaid, count),
    plNet: totalPlNet,
    plNetPct: (totalPlNet / settings.initialBalance) * 100,
    avgPlPerTrade: mean(totalPlNet, count),
    avgPlPctPerTrade: mean(compensatedSum(plPct, count), count),
    ...rMultiples(trades.rMultiple, count),
    ...expectancy(counts, sumPerOutcome(outcomes, plNet), totalPlNet),
    profitFactor: profitFactor(trades.plGross, count),
    netProfitFactor: profitFactor(plNet, count),
    ...tradeFrequency(trades, firstEntry),
    ...averageDurations(trades, outcomes, counts),
    maxWinStreak: winStreaks.longest,
    maxLossStreak: lossStreaks.longest,
    avgWinStreak: winStreaks.average,
    avgLossStreak: lossStreaks.average,
    ...percentExtremes(outcomes, plPct, counts),
    ...equity.drawdown,
    equityCurve: equity.curve,
    plPctDistribution: percentDistribution(plPct, count),
  };
}
