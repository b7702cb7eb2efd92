import { decimalOf, rounded, times } from '../../decimal/exact-decimal.js';
import { equityWalk } from './equity-curve.js';
import { exactSum, mean, ratio, sumsBySign, whole } from '../../decimal/exact-sum.js';
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

/**
 * Version of the formulas in this folder. Raise the version with every change of a formula, so that clients can
 * recognise which results were computed with the same formulas.
 */
export const CALCULATION_VERSION = '1.0.0';

export interface StatisticsSettings {
  /** Equity before the first trade, in account currency; above 0. */
  readonly initialBalance: number;
  /** |plNet| up to which a trade counts as break-even, in account currency; at least 0. */
  readonly breakEvenThreshold: number;
}

export type CalculatedStatistics = ReturnType<typeof calculateStatistics>;
export type CalculatedFigures = ReturnType<typeof calculateFigures>;

/**
 * Computes every figure of a session from its closed trades, which must be in trade order.
 *
 * Each figure is computed from the trades in exact decimal arithmetic and then rounded once to 8 decimals, half away
 * from zero. An undefined figure is null. The result has the fields of the response, in the order of the response. The
 * time is linear in the number of trades, because each step is a pass over whole columns.
 */
export function calculateStatistics(trades: TradeColumns, settings: StatisticsSettings) {
  const { figures, curve } = figuresAndCurve(trades, settings);
  return {
    ...figures,
    equityCurve: curve,
    plPctDistribution: percentDistribution(trades.plPct, trades.count),
  };
}

/** Computes the same figures as `calculateStatistics`, but not the equity curve and the distribution. */
export const calculateFigures = (trades: TradeColumns, settings: StatisticsSettings) =>
  figuresAndCurve(trades, settings).figures;

function figuresAndCurve(trades: TradeColumns, settings: StatisticsSettings) {
  const { count, plNet, plPct } = trades;
  const classified = classifyOutcomes(plNet, count, settings.breakEvenThreshold);
  const { outcomes, counts } = classified;
  const net = outcomeSums(outcomes, plNet);
  const percent = outcomeSums(outcomes, plPct);
  const gross = sumsBySign(trades.plGross, count);
  const firstEntry = firstEntryTime(trades);
  const winStreaks = streaksOf(outcomes, WIN);
  const lossStreaks = streaksOf(outcomes, LOSS);
  const { curve, drawdown } = equityWalk(trades, firstEntry, settings.initialBalance);
  const { winrate, avgWin, avgLoss, winLossRatio, ...expected } = expectancy(counts, net);
  const figures = {
    calculationVersion: CALCULATION_VERSION,
    tradeCount: count,
    winCount: counts.win,
    lossCount: counts.loss,
    breakEvenCount: counts.breakEven,
    breakEvenThreshold: settings.breakEvenThreshold,
    winrate,
    plGross: rounded(gross.total),
    feesPaid: rounded(exactSum(trades.feesPaid.subarray(0, count))),
    plNet: rounded(net.total),
    // The balance is above 0, so the quotient is never null.
    plNetPct: ratio(times(net.total, whole(100)), decimalOf(settings.initialBalance))!,
    avgPlPerTrade: mean(net.total, count),
    avgPlPctPerTrade: mean(percent.total, count),
    ...rMultiples(trades.rMultiple, count),
    avgWin,
    avgLoss,
    winLossRatio,
    profitFactor: profitFactor(gross),
    netProfitFactor: profitFactor(net),
    ...expected,
    ...tradeFrequency(trades, firstEntry),
    ...averageDurations(trades, outcomes, counts),
    maxWinStreak: winStreaks.longest,
    maxLossStreak: lossStreaks.longest,
    avgWinStreak: winStreaks.average,
    avgLossStreak: lossStreaks.average,
    ...percentExtremes(classified, plPct, percent),
    ...drawdown,
  };
  return { figures, curve };
}
