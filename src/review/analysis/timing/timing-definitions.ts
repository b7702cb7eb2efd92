import { EXCURSION_DEFINITIONS } from '../excursions/excursion-definitions.js';
import type { MeasureDefinition, MeasureTree, UnitOfMeasure } from '../measure-definition.js';

const NOT_READY = 'the analysis is not ready';

const measure = (
  definition: string,
  formula: string,
  unit: UnitOfMeasure,
  undefinedWhen: string | null = null,
): MeasureDefinition => ({ definition, formula, unit, undefinedWhen });

/** Returns the definitions of a figure of the real entries, and of the same figure of random entries. */
function figure(name: string, formula: string, unit: UnitOfMeasure, undefinedWhen: string) {
  const quantile = (part: string) =>
    measure(
      `The ${part} of ${name} of random entries`,
      `type 7 quantile over the paths`,
      unit,
      undefinedWhen,
    );
  return {
    observed: measure(`${name} of the real entries`, formula, unit, undefinedWhen),
    p05: quantile('5 % quantile'),
    p25: quantile('25 % quantile'),
    p50: quantile('median'),
    p75: quantile('75 % quantile'),
    p95: quantile('95 % quantile'),
    mean: measure(`Mean of ${name} of random entries`, 'mean over the paths', unit, undefinedWhen),
    pValue: measure(
      `Share of random entries with ${name} at least as great, with the real entries as one path`,
      '(1 + number of paths ≥ observed) / (1 + paths)',
      'share, 0..1',
      undefinedWhen,
    ),
    standardError: measure(
      `Standard error of the p value of ${name}`,
      '√(p(1 − p) / paths)',
      'share, 0..1',
      undefinedWhen,
    ),
  };
}

/** Definitions of the figures of timing, nested like the fields of their response. */
export const TIMING_DEFINITIONS = {
  paths: measure('Number of paths', 'parameter paths', 'paths'),
  seed: measure('Seed of the random numbers', 'parameter seed', 'number'),
  resolution: EXCURSION_DEFINITIONS.resolution,
  range: {
    from: measure(
      'First minute of the grid, epoch milliseconds UTC',
      'minute of the first entry',
      'milliseconds',
      NOT_READY,
    ),
    to: measure(
      'End of the grid, epoch milliseconds UTC',
      'end of the minute of the last exit',
      'milliseconds',
      NOT_READY,
    ),
    minutes: measure(
      'Number of minutes of the grid',
      'minutes from the first entry to the last exit',
      'number',
      NOT_READY,
    ),
  },
  trades: {
    total: measure('Number of trades', 'measured + tooShort + noCandles + invalidRisk', 'trades'),
    measured: measure('Number of measured trades', 'number of measured trades', 'trades'),
    tooShort: measure(
      'Number of trades that end at the open at which they begin, or before',
      'number of trades with h ≤ 0',
      'trades',
    ),
    noCandles: measure(
      'Number of trades in markets with bars in less than 90 % of the minutes',
      'number of trades of markets that are not counted',
      'trades',
    ),
    invalidRisk: measure(
      'For the method bracket, number of trades without a stop on their losing side',
      'number of trades without a stop',
      'trades',
    ),
  },
  actual: {
    net: measure(
      'Sum of the stored results of the measured trades, account currency',
      'Σ plNet',
      'account currency',
      NOT_READY,
    ),
    avgPct: measure(
      'Mean of the stored plPct of the measured trades, percent',
      'mean plPct',
      'percent',
      NOT_READY,
    ),
    avgR: measure(
      'Mean of the stored rMultiple of the measured trades',
      'mean rMultiple',
      'R',
      'no measured trade has an initial risk',
    ),
  },
  net: {
    ...figure('the result of the measured trades', 'Σ m', 'account currency', NOT_READY),
    histogram: {
      from: measure('Start of the bin', 'least + (greatest − least) · i / bins', 'account currency'),
      to: measure('End of the bin', 'least + (greatest − least) · (i + 1) / bins', 'account currency'),
      count: measure('Number of paths whose result is in the bin', 'number of paths', 'paths'),
    },
  },
  avgPct: figure('the mean result in percent', 'mean m / N · 100', 'percent', NOT_READY),
  avgR: figure(
    'the mean result in R',
    'mean m / (risk · qty · pointValue)',
    'R',
    'no measured trade has an initial risk',
  ),
  buyAndHold: {
    net: measure(
      'Result of holding the counted markets in equal parts, without costs, account currency',
      'initial balance · mean (last open / first open − 1)',
      'account currency',
      NOT_READY,
    ),
    pct: measure(
      'Result of holding the counted markets in equal parts, without costs, percent',
      'mean (last open / first open − 1) · 100',
      'percent',
      NOT_READY,
    ),
  },
  market: {
    days: measure(
      "Number of days in the account's time zone from the first entry to the last exit",
      'number of days',
      'days',
      NOT_READY,
    ),
    beta: measure(
      'Slope of the daily returns of the account over the daily returns of the markets',
      'Sxy / Sxx',
      'ratio',
      'the returns of the account are undefined, there are fewer than 3 days, or the market is flat',
    ),
    alphaPct: measure(
      'Daily return of the account that the market does not explain, percent per year',
      '(mean y − beta · mean x) · 36,500',
      'percent',
      'beta is undefined',
    ),
  },
  markets: {
    requestedBars: measure(
      'Number of minutes of the grid, apart from closed minutes',
      'number of minutes',
      'number',
    ),
    loadedBars: measure('Number of minutes of the grid that have a bar', 'number of bars', 'number'),
  },
} as const satisfies MeasureTree;
