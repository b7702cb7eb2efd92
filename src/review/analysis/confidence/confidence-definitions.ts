import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';

const BOOTSTRAP =
  'Efron, "Better bootstrap confidence intervals", Journal of the American Statistical Association, 1987';

interface Estimate extends Pick<MeasureDefinition, 'unit' | 'source'> {
  readonly figure: string;
  readonly value: string;
  readonly interval: string;
  readonly undefinedWhen: string;
  readonly noIntervalWhen: string;
}

const estimate = ({ figure, value, interval, unit, source, undefinedWhen, noIntervalWhen }: Estimate) => {
  const bound = (side: 'Lower' | 'Upper') => ({
    definition: `${side} bound of the interval of the ${figure}`,
    formula: interval,
    unit,
    undefinedWhen: noIntervalWhen,
    ...(source !== undefined && { source }),
  });
  return {
    value: { definition: `The ${figure} of the statistics`, formula: value, unit, undefinedWhen },
    low: bound('Lower'),
    high: bound('Upper'),
  };
};

/** Definitions of the figures of the confidence intervals, nested like the fields of their response. */
export const CONFIDENCE_DEFINITIONS = {
  level: {
    definition: 'Confidence level: the probability with which an interval contains the true value',
    formula: 'the parameter level, 0.95 by default',
    unit: 'share, 0..1',
    undefinedWhen: null,
    example: 0.95,
  },
  resamples: {
    definition: 'Number of resamples per figure',
    formula: 'the parameter resamples, 2,000 by default',
    unit: 'number',
    undefinedWhen: null,
    isWhole: true,
    example: 2_000,
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
  winrate: estimate({
    figure: 'win rate',
    value: 'wins / trades',
    interval: "Wilson's (wilson), break-evens count as trades",
    unit: 'share, 0..1',
    source: 'Wilson, "Probable inference, the law of succession, and statistical inference", 1927',
    undefinedWhen: 'there are no trades',
    noIntervalWhen: 'there are no trades',
  }),
  expectancy: estimate({
    figure: 'expectancy',
    value: 'mean plNet',
    interval: 'bias-corrected and accelerated bootstrap (bca); percentile where that is not defined',
    unit: 'account currency',
    source: BOOTSTRAP,
    undefinedWhen: 'there are no trades',
    noIntervalWhen: 'there are fewer than 10 trades, or all are equal',
  }),
  avgRMultiple: estimate({
    figure: 'mean R',
    value: 'mean rMultiple of the trades that have one',
    interval: 'bias-corrected and accelerated bootstrap (bca); percentile where that is not defined',
    unit: 'R',
    source: BOOTSTRAP,
    undefinedWhen: 'no trade has an rMultiple',
    noIntervalWhen: 'fewer than 10 trades have an rMultiple, or all are equal',
  }),
  netProfitFactor: estimate({
    figure: 'net profit factor',
    value: 'Σ profits / |Σ losses|',
    interval: 'quantiles of the resamples (percentile); a resample without a loss is infinite',
    unit: 'ratio',
    source: 'Efron and Tibshirani, "An introduction to the bootstrap", 1993',
    undefinedWhen: 'no trade has a loss',
    noIntervalWhen: 'fewer than 5 trades have a loss, or the bound is infinite',
  }),
} as const satisfies MeasureTree;
