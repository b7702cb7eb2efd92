import type { MeasureTree } from '../measure-definition.js';

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

/** Figures of `returns` of the risk analysis. r is the return of a day. */
export const RETURN_DEFINITIONS = {
  days: {
    definition:
      "Number of days in the account's time zone from the day of the first entry to the day of the last exit, without gaps",
    formula: 'day of the last exit − day of the first entry + 1',
    unit: 'days',
    undefinedWhen: null,
  },
  tradingDays: {
    definition: 'Days on which trades closed',
    formula: 'number of days with an exit',
    unit: 'days',
    undefinedWhen: null,
  },
  sharpe: {
    ...SHARPE,
    definition: 'Sharpe ratio of daily returns, for 365 days per year',
    undefinedWhen: 'there are fewer than 2 days, or all r are equal',
  },
  sortino: {
    definition: 'Sortino ratio of daily returns, for 365 days per year',
    formula: 'mean x / √(Σ min(x, 0)² / n) · √365, x = r − f',
    unit: 'ratio',
    undefinedWhen: 'no x is below 0',
    source: 'Sortino and van der Meer, "Downside risk", Journal of Portfolio Management, 1991',
  },
  volatilityPct: {
    ...VOLATILITY,
    definition: 'Standard deviation of daily returns times √365, percent',
    undefinedWhen: 'there are fewer than 2 days',
  },
  cagrPct: {
    definition: 'Compound annual growth rate, percent',
    formula: '((equity at the end / at the start)^(365 / n) − 1) · 100',
    unit: 'percent',
    undefinedWhen: 'there are fewer than 30 days, or no equity is left',
  },
  calmar: {
    definition: 'cagrPct / maxDrawdownPct of the statistics',
    formula: 'cagrPct / maxDrawdownPct of the statistics, unrounded',
    unit: 'ratio',
    undefinedWhen: 'cagrPct is undefined, or there is no drawdown',
    source: 'Young, "Calmar ratio: a smoother tool", Futures, 1991',
  },
  omega: {
    definition: 'Σ of the positive daily returns / |Σ of the negative daily returns|',
    formula: 'Σ r above 0 / |Σ r below 0|',
    unit: 'ratio',
    undefinedWhen: 'no r is below 0',
    source: 'Keating and Shadwick, "A universal performance measure", 2002',
  },
  ulcerIndex: {
    definition:
      'Root mean square of the distance of the equity below its peak at the end of each day, percent of the peak',
    formula: '√(Σ d² / n), d = distance of the equity below its peak at the end of a day',
    unit: 'percent',
    undefinedWhen: 'there are no days',
    source: 'Martin and McCann, "The investor\'s guide to Fidelity funds", 1989',
  },
  valueAtRisk95Pct: {
    definition: 'The 5 % quantile of the daily returns, percent: 5 % of the days are worse',
    formula: 'the 5 % quantile of r, by linear interpolation',
    unit: 'percent',
    undefinedWhen: 'there are fewer than 20 days',
    source: VALUE_AT_RISK,
  },
  expectedShortfall95Pct: {
    definition: 'Mean return, percent, of the days at or below valueAtRisk95Pct',
    formula: 'mean of the r at or below valueAtRisk95Pct',
    unit: 'percent',
    undefinedWhen: 'there are fewer than 20 days',
    source: 'Rockafellar and Uryasev, "Optimization of conditional value-at-risk", 2000',
  },
  bestDay: { plNet: resultOfDay('most') },
  worstDay: { plNet: resultOfDay('least') },
} as const satisfies MeasureTree;

/** Figures of `rolling` of the risk analysis. r is the return of a day. */
export const ROLLING_DEFINITIONS = {
  sharpe: {
    ...SHARPE,
    definition: 'Sharpe ratio of the days of the window, for 365 days per year',
    undefinedWhen: 'rolling is not given, or all r of the window are equal',
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
