import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';

const KELLY = 'Kelly, "A new interpretation of information rate", Bell System Technical Journal, 1956';
const TOO_LARGE = 'the equity is too large for a double';
const NO_R = 'sizes are by notional, or no trade has an R';

const bound = (side: 'Lower' | 'Upper'): MeasureDefinition => ({
  definition: `${side} bound of the interval of the optimum, percent`,
  formula: 'quantile of the optima of the resamples (percentile); infinite for a resample without a loss',
  unit: 'percent',
  undefinedWhen:
    'there are fewer than 10 or more than 50,000 used trades or fewer than 5 losses, or it is infinite',
  source: 'Efron and Tibshirani, "An introduction to the bootstrap", 1993',
});

/** Definitions of the figures of the position sizes, nested like the fields of their response. */
export const SIZING_DEFINITIONS = {
  trades: {
    total: {
      definition: 'Number of all trades',
      formula: 'number of trades',
      unit: 'trades',
      undefinedWhen: null,
      isWhole: true,
      example: 8,
    },
    used: {
      definition: 'Number of trades whose size can be chosen',
      formula: 'with risk, number of trades with an R; with notional, number of trades',
      unit: 'trades',
      undefinedWhen: null,
      note: 'With `risk`, the trades with an R; with `notional`, all trades',
      isWhole: true,
      example: 7,
    },
  },
  avgR: {
    definition: 'Mean rMultiple of the used trades, after costs',
    formula: 'mean rMultiple',
    unit: 'R',
    undefinedWhen: NO_R,
    example: 0.70714286,
  },
  avgGrossR: {
    definition: 'Mean plGross / (initial risk · qty · pointValue) of the used trades, before costs',
    formula: 'mean of plGross / (initial risk · qty · pointValue)',
    unit: 'R',
    undefinedWhen: NO_R,
    note: 'The difference to avgR is the cost in R',
    example: 0.75714286,
  },
  maxConcurrentTrades: {
    definition: 'Greatest number of used trades that were open at once',
    formula: 'greatest number of trades open at once',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 3,
  },
  rows: {
    fractionPct: {
      definition: 'Share of the equity that every trade risks, or its notional in percent of the equity',
      formula: 'a value of the parameter risk or notional',
      unit: 'percent',
      undefinedWhen: null,
      example: 2,
    },
    finalEquity: {
      definition: 'Equity after the last exit, account currency',
      formula: 'b after the last exit',
      unit: 'account currency',
      undefinedWhen: TOO_LARGE,
      note: '0 if the account is ruined',
      example: 1099.340964,
    },
    plNetPct: {
      definition: 'Final equity relative to the initial balance, percent',
      formula: '(finalEquity − initialBalance) / initialBalance · 100',
      unit: 'percent',
      undefinedWhen: TOO_LARGE,
      example: 9.9340964,
    },
    cagrPct: {
      definition: 'Compound annual growth rate, percent',
      formula: '((finalEquity / initialBalance)^(365 / n) − 1) · 100, n local days',
      unit: 'percent',
      undefinedWhen: 'there are fewer than 30 days, or the account is ruined',
      example: null,
    },
    maxDrawdownPct: {
      definition: 'Greatest fall of the equity below its peak, percent of the peak',
      formula: 'greatest (peak − b) / peak · 100',
      unit: 'percent',
      undefinedWhen: TOO_LARGE,
      example: 4.1,
    },
    growthPct: {
      definition: 'Growth per used trade, percent',
      formula: '((finalEquity / initialBalance)^(1 / used) − 1) · 100',
      unit: 'percent',
      undefinedWhen: 'the account is ruined',
      example: 1.36236951,
    },
    ruinedAt: {
      definition: 'Time at which the equity fell to 0, epoch milliseconds',
      formula: 'the first instant with b ≤ 0',
      unit: 'milliseconds',
      undefinedWhen: 'the equity never fell to 0',
    },
  },
  optimum: {
    fractionPct: {
      definition: 'Share of the equity per trade with the fastest growth, percent',
      formula: 'the f that maximises Σ ln(1 + f · x), · 100',
      unit: 'percent',
      undefinedWhen: 'no used trade has a loss',
      note: 'The figure assumes that the used trades had followed one another. It is 0 if they lost in total',
      example: 18.99566904,
      source: KELLY,
    },
    growthPctInSequence: {
      definition: 'Growth per trade at the optimum, percent',
      formula: '(exp(Σ ln(1 + f · x) / used) − 1) · 100',
      unit: 'percent',
      undefinedWhen: 'no used trade has a loss',
      note: 'The figure assumes that the used trades had followed one another',
      example: 6.54589197,
      source: KELLY,
    },
    low: bound('Lower'),
    high: bound('Upper'),
  },
  resamples: {
    definition: 'Number of resamples for the interval',
    formula: 'the parameter resamples, 1,000 by default',
    unit: 'number',
    undefinedWhen: null,
    note: '0 if there are too many trades to resample',
    isWhole: true,
    example: 1000,
  },
  seed: {
    definition: 'Seed of the random numbers',
    formula: 'the parameter seed, by default randomSeed of the session modulo 2^32',
    unit: 'number',
    undefinedWhen: null,
    note: 'Send it to get the same response again',
    isWhole: true,
    example: 42,
  },
} as const satisfies MeasureTree;
