import type { DefinitionsOf, MeasureTree } from '../measure-definition.js';
import type { Returns } from './returns.js';

const VALUE_AT_RISK = 'Jorion, "Value at risk", 2nd edition, 2001 (historical simulation)';

const SHARPE = {
  formula: '(mean r − f) / standard deviation of r · √365, f = riskFreeRate / 365',
  unit: 'ratio',
  source: 'Sharpe, "The Sharpe ratio", Journal of Portfolio Management, 1994',
} as const;

const VOLATILITY = {
  formula: 'standard deviation of r · √365 · 100',
  unit: 'percent',
} as const;

/** Definitions of the figures of `returns` of the risk analysis. r is the return of a day. */
export const RETURN_DEFINITIONS = {
  days: {
    definition:
      "Number of days in the account's time zone from the day of the first entry to the day of the last exit, without gaps",
    formula: 'day of the last exit − day of the first entry + 1',
    unit: 'days',
    undefinedWhen: null,
    isWhole: true,
    example: 6,
  },
  tradingDays: {
    definition: 'Days on which trades closed',
    formula: 'number of days with an exit',
    unit: 'days',
    undefinedWhen: null,
    isWhole: true,
    example: 6,
  },
  sharpe: {
    ...SHARPE,
    definition: 'Sharpe ratio of daily returns, for 365 days per year',
    undefinedWhen: 'there are fewer than 2 days, or all returns are equal',
    example: 7.40173751,
  },
  sortino: {
    definition: 'Sortino ratio of daily returns, for 365 days per year',
    formula: 'mean x / √(Σ min(x, 0)² / n) · √365, x = r − f',
    unit: 'ratio',
    undefinedWhen: 'no return is below the risk-free rate',
    source: 'Sortino and van der Meer, "Downside risk", Journal of Portfolio Management, 1991',
    example: 16.61693329,
  },
  volatilityPct: {
    ...VOLATILITY,
    definition: 'Standard deviation of daily returns times √365, percent',
    undefinedWhen: 'there are fewer than 2 days',
    example: 81.51938889,
  },
  cagrPct: {
    definition: 'Compound annual growth rate, percent',
    formula: '((equity at the end / at the start)^(365 / n) − 1) · 100',
    unit: 'percent',
    undefinedWhen: 'there are fewer than 30 days, or no equity is left',
    example: 82.35120364,
  },
  calmar: {
    definition: 'cagrPct / maxDrawdownPct of the statistics',
    formula: 'cagrPct / maxDrawdownPct of the statistics, unrounded',
    unit: 'ratio',
    undefinedWhen: 'cagrPct is undefined, or there is no drawdown',
    source: 'Young, "Calmar ratio: a smoother tool", Futures, 1991',
    example: 164.70240727,
  },
  omega: {
    definition: 'Σ of the positive daily returns / |Σ of the negative daily returns|',
    formula: 'Σ r above 0 / |Σ r below 0|',
    unit: 'ratio',
    undefinedWhen: 'no return is negative',
    source: 'Keating and Shadwick, "A universal performance measure", 2002',
    example: 2.55414051,
  },
  ulcerIndex: {
    definition:
      'Root mean square of the distance of the equity below its peak at the end of each day, percent of the peak',
    formula: '√(Σ d² / n), d = distance of the equity below its peak at the end of a day',
    unit: 'percent',
    undefinedWhen: 'there are no days',
    source: 'Martin and McCann, "The investor\'s guide to Fidelity funds", 1989',
    example: 1.94397947,
  },
  valueAtRisk95Pct: {
    definition: 'The 5 % quantile of the daily returns, percent: 5 % of the days are worse',
    formula: 'the 5 % quantile of r, by linear interpolation',
    unit: 'percent',
    undefinedWhen: 'there are fewer than 20 days',
    source: VALUE_AT_RISK,
    note: 'A loss is negative',
    example: -0.5,
  },
  expectedShortfall95Pct: {
    definition: 'Mean return, percent, of the days at or below valueAtRisk95Pct',
    formula: 'mean of the r at or below valueAtRisk95Pct',
    unit: 'percent',
    undefinedWhen: 'there are fewer than 20 days',
    source: 'Rockafellar and Uryasev, "Optimization of conditional value-at-risk", 2000',
    example: -0.5,
  },
  bestDay: { plNet: resultOfDay('most') },
  worstDay: { plNet: resultOfDay('least') },
} as const satisfies DefinitionsOf<Returns> & Record<'bestDay' | 'worstDay', MeasureTree>;

/** Definitions of the figures of `rolling` of the risk analysis. r is the return of a day. */
export const ROLLING_DEFINITIONS = {
  sharpe: {
    ...SHARPE,
    definition: 'Sharpe ratio of the days of the window, for 365 days per year',
    undefinedWhen: 'rolling is not given, or all returns of the window are equal',
  },
  volatilityPct: {
    ...VOLATILITY,
    definition: 'Standard deviation of the daily returns of the window times √365, percent',
    undefinedWhen: 'rolling is not given',
  },
} as const satisfies MeasureTree;

function resultOfDay(rank: 'most' | 'least') {
  return {
    definition: 'Profit of the trades that closed on this day, account currency',
    formula: `Σ plNet of the exits of the day that earned the ${rank}`,
    unit: 'account currency',
    undefinedWhen: 'there is no exit',
  } as const;
}
