import type { CalculatedFigureName } from '../../../../src/shared/figures/definitions/figures.js';

interface FigureGroup {
  readonly title: string;
  readonly names: readonly CalculatedFigureName[];
}

/** All figures of the statistics in groups. */
export const FIGURE_GROUPS: readonly FigureGroup[] = [
  {
    title: 'Results',
    names: [
      'plNet',
      'plNetPct',
      'plGross',
      'feesPaid',
      'profitFactor',
      'netProfitFactor',
      'maxDrawdown',
      'maxDrawdownPct',
    ],
  },
  {
    title: 'Trades',
    names: [
      'tradeCount',
      'winCount',
      'lossCount',
      'breakEvenCount',
      'winrate',
      'tradesPerDay',
      'tradesPerWeek',
      'tradesPerMonth',
      'breakEvenThreshold',
    ],
  },
  {
    title: 'Averages',
    names: [
      'avgPlPerTrade',
      'avgPlPctPerTrade',
      'avgWin',
      'avgLoss',
      'winLossRatio',
      'avgWinPct',
      'avgLossPct',
      'bestWinPct',
      'worstLossPct',
      'avgRMultiple',
      'maxRMultiple',
    ],
  },
  {
    title: 'Expectancy',
    names: [
      'expectancy',
      'winProbability',
      'lossProbability',
      'breakEvenProbability',
      'avgBreakEven',
      'winContribution',
      'lossContribution',
      'breakEvenContribution',
    ],
  },
  {
    title: 'Time and streaks',
    names: [
      'avgDurationMs',
      'avgWinDurationMs',
      'avgLossDurationMs',
      'maxWinStreak',
      'maxLossStreak',
      'avgWinStreak',
      'avgLossStreak',
    ],
  },
];
