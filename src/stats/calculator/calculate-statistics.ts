import { decimalOf, rounded, times } from './exact-decimal.js';
import { equityWalk } from './equity-curve.js';
import { exactSum, mean, ratio, sumsBySign, whole } from './exact-sum.js';
import { expectancy } from './expectancy.js';
import { outcomeSums } from './outcome-sums.js';
import { LOSS, WIN, classifyOutcomes } from './outcomes.js';
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
 * Every figure of a session from its closed trades, which stand in trade order: what exact decimal arithmetic on the
 * trades' figures gives, rounded once to 8 decimals, half away from zero; null where a figure is undefined. Linear in the
 * number of trades: each step is a pass over whole columns.
 */
export function calculateStatistics(trades: TradeColumns, settings: StatisticsSettings) {
  const { count, plNet, plPct } = trades;
  const told = classifyOutcomes(plNet, count, settings.breakEvenThreshold);
  const { outcomes, counts } = told;
  const net = outcomeSums(outcomes, plNet);
  const percent = outcomeSums(outcomes, plPct);
  const gross = sumsBySign(trades.plGross, count);
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
    plGross: rounded(gross.total),
    feesPaid: rounded(exactSum(trades.feesPaid, count)),
    plNet: rounded(net.total),
    plNetPct: ratio(times(net.total, whole(100)), decimalOf(settings.initialBalance)),
    avgPlPerTrade: mean(net.total, count),
    avgPlPctPerTrade: mean(percent.total, count),
    ...rMultiples(trades.rMultiple, count),
    ...expectancy(counts, net),
    profitFactor: profitFactor(gross),
    netProfitFactor: profitFactor(net),
    ...tradeFrequency(trades, firstEntry),
    ...averageDurations(trades, outcomes, counts),
    maxWinStreak: winStreaks.longest,
    maxLossStreak: lossStreaks.longest,
    avgWinStreak: winStreaks.average,
    avgLossStreak: lossStreaks.average,
    ...percentExtremes(told, plPct, percent),
    ...equity.drawdown,
    equityCurve: equity.curve,
    plPctDistribution: percentDistribution(plPct, count),
  };
}
