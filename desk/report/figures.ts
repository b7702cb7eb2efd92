import type { Statistics } from '../../src/stats/document/statistics.dto.js';
import type { CalculatedFigureName } from '../../src/shared/figures/definitions/figures.js';
import type { SheetData } from './sheet-data.js';
import { count, duration, multipleOfRisk, number, share, signed, signedPercent, percent } from './format.js';

/** The format of a figure. */
type Form =
  'result' | 'amount' | 'count' | 'share' | 'percent' | 'signedPercent' | 'ratio' | 'R' | 'duration';

export interface FigureRow {
  readonly name: CalculatedFigureName;
  readonly label: string;
  readonly form: Form;
}

export interface FigureGroup {
  readonly title: string;
  readonly rows: readonly FigureRow[];
}

const row = (name: CalculatedFigureName, label: string, form: Form): FigureRow => ({ name, label, form });

/** All figures of the statistics in groups. */
export const FIGURE_GROUPS: readonly FigureGroup[] = [
  {
    title: 'Results',
    rows: [
      row('plNet', 'Net', 'result'),
      row('plNetPct', 'Return', 'signedPercent'),
      row('plGross', 'Gross', 'result'),
      row('feesPaid', 'Fees', 'amount'),
      row('profitFactor', 'Profit factor, gross', 'ratio'),
      row('netProfitFactor', 'Profit factor, net', 'ratio'),
      row('maxDrawdown', 'Maximum drawdown', 'amount'),
      row('maxDrawdownPct', 'Maximum drawdown, % of the peak', 'percent'),
    ],
  },
  {
    title: 'Trades',
    rows: [
      row('tradeCount', 'Trades', 'count'),
      row('winCount', 'Wins', 'count'),
      row('lossCount', 'Losses', 'count'),
      row('breakEvenCount', 'Break-evens', 'count'),
      row('winrate', 'Win rate', 'share'),
      row('tradesPerDay', 'Trades a day', 'ratio'),
      row('tradesPerWeek', 'Trades a week', 'ratio'),
      row('tradesPerMonth', 'Trades a month', 'ratio'),
      row('breakEvenThreshold', 'Break-even threshold', 'amount'),
    ],
  },
  {
    title: 'Averages',
    rows: [
      row('avgPlPerTrade', 'Net a trade', 'result'),
      row('avgPlPctPerTrade', 'Return a trade', 'signedPercent'),
      row('avgWin', 'Win', 'result'),
      row('avgLoss', 'Loss', 'result'),
      row('winLossRatio', 'Win / loss', 'ratio'),
      row('avgWinPct', 'Win, %', 'signedPercent'),
      row('avgLossPct', 'Loss, %', 'signedPercent'),
      row('bestWinPct', 'Best win, %', 'signedPercent'),
      row('worstLossPct', 'Worst loss, %', 'signedPercent'),
      row('avgRMultiple', 'R', 'R'),
      row('maxRMultiple', 'Highest R', 'R'),
    ],
  },
  {
    title: 'Expectancy',
    rows: [
      row('expectancy', 'Expectancy', 'result'),
      row('winProbability', 'Share of wins', 'share'),
      row('lossProbability', 'Share of losses', 'share'),
      row('breakEvenProbability', 'Share of break-evens', 'share'),
      row('avgBreakEven', 'Average break-even', 'result'),
      row('winContribution', 'From wins', 'result'),
      row('lossContribution', 'From losses', 'result'),
      row('breakEvenContribution', 'From break-evens', 'result'),
    ],
  },
  {
    title: 'Time and streaks',
    rows: [
      row('avgDurationMs', 'Average duration', 'duration'),
      row('avgWinDurationMs', 'Of wins', 'duration'),
      row('avgLossDurationMs', 'Of losses', 'duration'),
      row('maxWinStreak', 'Longest run of wins', 'count'),
      row('maxLossStreak', 'Longest run of losses', 'count'),
      row('avgWinStreak', 'Average run of wins', 'ratio'),
      row('avgLossStreak', 'Average run of losses', 'ratio'),
    ],
  },
];

/** @param decimals the number of decimals of amounts of the account */
export function writeFigure(form: Form, value: number | null | undefined, decimals: number): string {
  switch (form) {
    case 'result':
      return signed(value, decimals);
    case 'amount':
      return number(value, decimals);
    case 'count':
      return count(value);
    case 'share':
      return share(value);
    case 'percent':
      return percent(value);
    case 'signedPercent':
      return signedPercent(value);
    case 'ratio':
      return number(value);
    case 'R':
      return multipleOfRisk(value);
    case 'duration':
      return duration(value);
  }
}

/** Conditions under which a figure is undefined although the statistics contain 0. */
const UNDEFINED_WHEN: Partial<
  Record<CalculatedFigureName, (stats: Statistics, risk: SheetData['risk']) => boolean>
> = {
  winrate: withoutTrades,
  avgPlPerTrade: withoutTrades,
  avgPlPctPerTrade: withoutTrades,
  expectancy: withoutTrades,
  winProbability: withoutTrades,
  lossProbability: withoutTrades,
  breakEvenProbability: withoutTrades,
  winContribution: withoutTrades,
  lossContribution: withoutTrades,
  breakEvenContribution: withoutTrades,
  tradesPerDay: withoutTrades,
  tradesPerWeek: withoutTrades,
  tradesPerMonth: withoutTrades,
  avgDurationMs: withoutTrades,
  avgBreakEven: ({ breakEvenCount }) => breakEvenCount === 0,
  avgWin: withoutWins,
  avgWinPct: withoutWins,
  bestWinPct: withoutWins,
  avgWinDurationMs: withoutWins,
  avgWinStreak: withoutWins,
  avgLoss: withoutLosses,
  avgLossPct: withoutLosses,
  worstLossPct: withoutLosses,
  avgLossDurationMs: withoutLosses,
  avgLossStreak: withoutLosses,
  winLossRatio: (stats) => withoutWins(stats) || withoutLosses(stats),
  // A profit factor of 0 is undefined if no trade lost. If there are only losses, 0 is its defined value, and the
  // result is negative.
  profitFactor: ({ profitFactor, plGross }) => profitFactor === 0 && plGross >= 0,
  netProfitFactor: ({ netProfitFactor, plNet }) => netProfitFactor === 0 && plNet >= 0,
  avgRMultiple: withoutR,
  maxRMultiple: withoutR,
};

function withoutTrades({ tradeCount }: Statistics): boolean {
  return tradeCount === 0;
}

function withoutWins({ winCount }: Statistics): boolean {
  return winCount === 0;
}

function withoutLosses({ lossCount }: Statistics): boolean {
  return lossCount === 0;
}

/**
 * Returns true if no trade has an R. Until the number of trades with an R is loaded, returns true if the mean and the
 * maximum are both exactly 0.
 */
function withoutR({ avgRMultiple, maxRMultiple }: Statistics, risk: SheetData['risk']): boolean {
  return risk ? risk.perTrade.rMultipleCount === 0 : avgRMultiple === 0 && maxRMultiple === 0;
}

/** Returns a figure of the statistics; null if the figure is undefined. */
export function figureOf(
  stats: Statistics,
  name: CalculatedFigureName,
  risk: SheetData['risk'],
): number | null {
  if (UNDEFINED_WHEN[name]?.(stats, risk)) return null;
  const value = { ...stats.expectancyComponents, ...stats }[name];
  return value;
}
