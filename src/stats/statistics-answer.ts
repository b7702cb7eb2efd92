import type { CalculatedStatistics } from './calculator/calculate-statistics.js';

/** What is undefined (null) is answered as 0, since every field of the contract is a number; −0 becomes 0. */
export const answered = (figure: number | null): number => (figure ?? 0) + 0;

/** The calculated figures as the JSON object of the contract, in its field order, without the ideal-R analysis. */
export function statisticsAnswer(calculated: CalculatedStatistics) {
  const { expectancyComponents: components, equityCurve: curve } = calculated;
  return {
    calculationVersion: calculated.calculationVersion,
    tradeCount: calculated.tradeCount,
    winCount: calculated.winCount,
    lossCount: calculated.lossCount,
    breakEvenCount: calculated.breakEvenCount,
    // Given, not computed: it comes back as it was sent.
    breakEvenThreshold: calculated.breakEvenThreshold,
    winrate: answered(calculated.winrate),
    plGross: answered(calculated.plGross),
    feesPaid: answered(calculated.feesPaid),
    plNet: answered(calculated.plNet),
    plNetPct: answered(calculated.plNetPct),
    avgPlPerTrade: answered(calculated.avgPlPerTrade),
    avgPlPctPerTrade: answered(calculated.avgPlPctPerTrade),
    avgRMultiple: answered(calculated.avgRMultiple),
    maxRMultiple: answered(calculated.maxRMultiple),
    avgWin: answered(calculated.avgWin),
    avgLoss: answered(calculated.avgLoss),
    winLossRatio: answered(calculated.winLossRatio),
    profitFactor: answered(calculated.profitFactor),
    netProfitFactor: answered(calculated.netProfitFactor),
    expectancy: answered(calculated.expectancy),
    expectancyComponents: {
      winProbability: answered(components.winProbability),
      lossProbability: answered(components.lossProbability),
      breakEvenProbability: answered(components.breakEvenProbability),
      avgBreakEven: answered(components.avgBreakEven),
      winContribution: answered(components.winContribution),
      lossContribution: answered(components.lossContribution),
      breakEvenContribution: answered(components.breakEvenContribution),
    },
    tradesPerDay: answered(calculated.tradesPerDay),
    tradesPerWeek: answered(calculated.tradesPerWeek),
    tradesPerMonth: answered(calculated.tradesPerMonth),
    avgDurationMs: answered(calculated.avgDurationMs),
    avgWinDurationMs: answered(calculated.avgWinDurationMs),
    avgLossDurationMs: answered(calculated.avgLossDurationMs),
    maxWinStreak: calculated.maxWinStreak,
    maxLossStreak: calculated.maxLossStreak,
    avgWinStreak: answered(calculated.avgWinStreak),
    avgLossStreak: answered(calculated.avgLossStreak),
    bestWinPct: answered(calculated.bestWinPct),
    worstLossPct: answered(calculated.worstLossPct),
    avgWinPct: answered(calculated.avgWinPct),
    avgLossPct: answered(calculated.avgLossPct),
    maxDrawdown: answered(calculated.maxDrawdown),
    maxDrawdownPct: answered(calculated.maxDrawdownPct),
    equityCurve: Array.from(curve.time, (time, point) => ({ time, equity: curve.equity[point]! })),
    plPctDistribution: calculated.plPctDistribution,
  };
}
