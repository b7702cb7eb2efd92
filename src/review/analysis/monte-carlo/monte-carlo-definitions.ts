import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';

const QUANTILES = {
  p05: '5 % quantile',
  p25: '25 % quantile',
  p50: 'Median',
  p75: '75 % quantile',
  p95: '95 % quantile',
} as const;

/** Returns the definitions of quantiles over the paths, which are computed by linear interpolation. */
const quantiles = (
  of: string,
  measure: Pick<MeasureDefinition, 'formula' | 'unit'>,
): Record<keyof typeof QUANTILES, MeasureDefinition> => {
  const entries = Object.entries(QUANTILES).map(([name, quantile]) => [
    name,
    {
      ...measure,
      definition: `${quantile} of ${of} over the paths`,
      undefinedWhen: 'there are no paths, or the amounts are too large for a double',
      source: 'Hyndman and Fan, "Sample quantiles in statistical packages", 1996 (type 7)',
    },
  ]);
  return Object.fromEntries(entries) as Record<keyof typeof QUANTILES, MeasureDefinition>;
};

const MONEY = 'account currency';
const NO_SPREAD = 'there are fewer than 2 trades, or a balance at an entry is not above 0';

/** Definitions of the figures of the random paths, nested like the fields of their response. */
export const MONTE_CARLO_DEFINITIONS = {
  paths: {
    definition: 'Number of paths',
    note: '0 without paths',
    formula: 'the parameter paths, 2,000 by default',
    unit: 'paths',
    undefinedWhen: null,
    isWhole: true,
    example: 2_000,
  },
  trades: {
    definition: 'Number of trades in a path',
    note: '0 without paths',
    formula: 'the parameter trades, by default sampleSize, at most 10,000',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 8,
  },
  riskPct: {
    definition: 'Share of the account that every trade risks, percent',
    formula: 'the parameter riskPct, 1 by default',
    unit: 'percent',
    undefinedWhen: 'the basis is not risk',
    example: null,
  },
  sampleSize: {
    definition: 'Number of trades from which the paths are drawn',
    note: 'With the basis `risk`, the trades with an R; otherwise all trades',
    formula: 'number of trades; with the basis risk, of the trades with an R',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 8,
  },
  suggested: {
    riskPct: {
      definition: 'Median of the initial risk of the trades in percent of the realised balance at the entry',
      note: 'Rounded to two significant digits, at least 0.01 and at most 100; trades without an R do not count',
      formula:
        'median(initial risk · qty · pointValue / balance at the entry · 100) over the trades with an R',
      unit: 'percent',
      undefinedWhen: 'no trade has an R and a balance above 0 at the entry',
      example: 1.2,
    },
    spread: {
      money: {
        definition: 'Standard deviation of ln(qty · pointValue · entryPrice)',
        note: '0 if all trades have the same notional',
        formula: 'standard deviation of ln(qty · pointValue · entryPrice), by n − 1',
        unit: 'number',
        undefinedWhen: NO_SPREAD,
        isNullWithPart: true,
        example: 0,
      },
      equity: {
        definition: 'Standard deviation of ln(qty · pointValue · entryPrice / balance)',
        note: 'The balance is the realised balance at the entry',
        formula: 'standard deviation of ln(qty · pointValue · entryPrice / balance at the entry), by n − 1',
        unit: 'number',
        undefinedWhen: NO_SPREAD,
        isNullWithPart: true,
        example: 0.0384216,
      },
      risk: {
        definition: 'Standard deviation of ln(initial risk · qty · pointValue / balance)',
        note: 'The balance is the realised balance at the entry',
        formula: 'standard deviation of ln(initial risk · qty · pointValue / balance at the entry), by n − 1',
        unit: 'number',
        undefinedWhen: `a trade has no initial risk, or ${NO_SPREAD}`,
        example: null,
      },
    },
  },
  seed: {
    definition: 'Seed of the random numbers',
    note: 'Send it to get the same response again',
    formula: 'the parameter seed, by default randomSeed of the session modulo 2^32',
    unit: 'number',
    undefinedWhen: null,
    isWhole: true,
    example: 42,
  },
  equityBands: {
    trade: {
      definition: 'Number of trades of the paths that have closed',
      formula: '0, 1, 2, …; for longer paths 200 equally spaced numbers of trades',
      unit: 'trades',
      undefinedWhen: null,
      isWhole: true,
      example: 8,
    },
    ...quantiles('the equity after that number of trades', {
      formula:
        'quantile of initialBalance + Σ plNet of the first trades; initialBalance · Π g for equity and risk',
      unit: MONEY,
    }),
  },
  finalEquity: quantiles('the equity at the end', {
    formula: 'quantile of initialBalance + Σ plNet of the path; initialBalance · Π g for equity and risk',
    unit: MONEY,
  }),
  maxDrawdown: quantiles('the greatest fall below the peak', {
    formula: 'quantile of the greatest fall of a path below its peak',
    unit: MONEY,
  }),
  maxDrawdownPct: quantiles('the greatest fall in percent of the peak', {
    formula: 'quantile of the greatest fall of a path in percent of the peak',
    unit: 'percent',
  }),
  riskOfRuin: {
    definition:
      'Share of the paths whose equity is at `ruinLevel` or below at any time, including the start, 0..1',
    formula: 'paths whose equity is at or below ruinLevel at any time / paths',
    unit: 'share, 0..1',
    undefinedWhen: 'there are no paths',
    example: 0.071,
  },
  standardError: {
    definition: 'Standard error of riskOfRuin, √(p(1 − p)/paths), which shrinks with more paths',
    formula: '√(p(1 − p) / paths), p = riskOfRuin',
    unit: 'share, 0..1',
    undefinedWhen: 'there are no paths',
    example: 0.00574278,
  },
} as const satisfies MeasureTree;
