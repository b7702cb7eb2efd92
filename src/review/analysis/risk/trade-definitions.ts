import type { DefinitionsOf } from '../measure-definition.js';
import type { PerTrade } from './per-trade.js';

const SKEW_AND_KURTOSIS =
  'Joanes and Gill, "Comparing measures of sample skewness and kurtosis", The Statistician, 1998';
const PROBABILISTIC_SHARPE =
  'Bailey and López de Prado, "The Sharpe ratio efficient frontier", Journal of Risk, 2012';
const STUDENT = 'Student, "The probable error of a mean", Biometrika, 1908';

/** Definitions of the figures of `perTrade` of the risk analysis. */
export const TRADE_DEFINITIONS = {
  tradeCount: {
    definition: 'Closed trades',
    formula: 'number of trades',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 8,
  },
  rMultipleCount: {
    definition: 'Trades that have an rMultiple',
    formula: 'number of trades with an initial risk',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 7,
  },
  median: {
    definition: 'Median plNet, account currency',
    formula: 'middle value',
    unit: 'account currency',
    undefinedWhen: 'there are no trades',
    example: 4.75,
  },
  standardDeviation: {
    definition: 'Standard deviation of plNet, by N − 1, account currency',
    formula: 'by N − 1',
    unit: 'account currency',
    undefinedWhen: 'there are fewer than 2 trades',
    example: 41.86452428,
  },
  skewness: {
    definition: 'Skewness of plNet (G1)',
    formula: 'G1 = g1 · √(N(N − 1)) / (N − 2)',
    unit: 'number',
    undefinedWhen: 'there are fewer than 3 trades, or all are equal',
    source: SKEW_AND_KURTOSIS,
    note: 'Below 0, the losses reach further from the mean than the profits',
    example: 0.53004811,
  },
  excessKurtosis: {
    definition:
      'Excess kurtosis of plNet (G2): 0 for a normal distribution, above 0 if there are more extreme trades',
    formula: 'G2 = ((N + 1)(b2 − 3) + 6)(N − 1) / ((N − 2)(N − 3))',
    unit: 'number',
    undefinedWhen: 'there are fewer than 4 trades, or all are equal',
    source: SKEW_AND_KURTOSIS,
    example: -0.84193314,
  },
  sqn: {
    definition: 'System quality number of the trades with an rMultiple',
    formula: '√min(N, 100) · mean R / standard deviation of R, over trades with R',
    unit: 'number',
    undefinedWhen: 'fewer than 2 trades have an rMultiple, or all are equal',
    source: 'Tharp, "Definitive guide to position sizing", 2008',
    note: 'The number of trades in the formula is capped at 100',
    example: 0.83389799,
  },
  kelly: {
    definition: 'Kelly criterion: the share of the capital to risk for the fastest growth',
    formula: 'p − q / b; p = wins / (wins + losses), q = 1 − p, b = winLossRatio',
    unit: 'share, 0..1',
    undefinedWhen: 'there is no win or no loss',
    source: 'Kelly, "A new interpretation of information rate", Bell System Technical Journal, 1956',
    note: 'Negative if the trades lose money',
    example: 0.31428571,
  },
  tStatistic: {
    definition: 'Mean plNet / its standard error',
    formula: 'mean / (standard deviation / √N)',
    unit: 'number',
    undefinedWhen: 'there are fewer than 2 trades, or all are equal',
    source: STUDENT,
    example: 0.83185011,
  },
  pValue: {
    definition: 'Probability of a tStatistic at least as far from 0 if the expectancy is 0, 0..1, two-sided',
    formula:
      'probability of a t at least as far from 0 if the expectancy is 0, two-sided, N − 1 degrees of freedom',
    unit: 'share, 0..1',
    undefinedWhen: 'there are fewer than 2 trades, or all are equal',
    source: STUDENT,
    example: 0.43295104,
  },
  runsZ: {
    definition: 'z of the runs test over wins and losses',
    formula: '(runs − μ) / σ of wins and losses (Wald and Wolfowitz), without break-evens',
    unit: 'number',
    undefinedWhen: 'there is no win or no loss, or only one of each',
    source: 'Wald and Wolfowitz, "On a test whether two samples are from the same population", 1940',
    note: 'Below 0 they come in streaks, above 0 they alternate',
    example: -0.36380344,
  },
  probabilisticSharpe: {
    definition: 'Probability that the true Sharpe ratio of a trade is above 0, 0..1',
    formula:
      'Φ(SR √(N − 1) / √v), SR = mean / standard deviation, v = 1 − g1 SR + (b2 − 1) / 4 · SR² (Bailey and López de Prado)',
    unit: 'share, 0..1',
    undefinedWhen:
      'there are fewer than 2 trades, all are equal, or the variance of the ratio is not above 0',
    source: PROBABILISTIC_SHARPE,
    example: 0.79458204,
  },
  minTrackRecordLength: {
    definition:
      'Number of trades after which probabilisticSharpe reaches 0.95, if further trades are like these',
    formula: '1 + v (1.644854 / SR)²',
    unit: 'trades',
    undefinedWhen: 'probabilisticSharpe is undefined, or the mean plNet is not above 0',
    source: PROBABILISTIC_SHARPE,
    example: 29.00022629,
  },
  tradesNeeded: {
    definition:
      'Number of trades after which a test at the 5 % level distinguishes the expectancy from 0 with a probability of 80 %, if further trades are like these; a whole number',
    formula: '((1.959964 + 0.841621) / SR)², rounded up',
    unit: 'trades',
    undefinedWhen: 'there are fewer than 2 trades, all are equal, or the mean plNet is 0',
    source: 'Cohen, "Statistical power analysis for the behavioral sciences", 1988',
    example: 91,
  },
} as const satisfies DefinitionsOf<PerTrade>;
