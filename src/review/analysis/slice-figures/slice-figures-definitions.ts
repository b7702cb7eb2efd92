import type { MeasureTree } from '../measure-definition.js';
import { STATISTIC_DEFINITIONS } from '../statistic-definitions.js';

const PITMAN =
  'Pitman, "Significance tests which may be applied to samples from any populations", Supplement to the Journal of the Royal Statistical Society, 1937';

/** Definitions of the figures of a slice and of its comparison, nested like the fields of their response. */
export const SLICE_FIGURES_DEFINITIONS = {
  figures: STATISTIC_DEFINITIONS,
  rest: {
    tradeCount: {
      definition: 'Number of the other trades',
      formula: 'number of trades that do not meet all filters',
      unit: 'trades',
      undefinedWhen: 'the request has no comparison',
      isWhole: true,
      isNullWithPart: true,
      example: 5,
    },
    figures: STATISTIC_DEFINITIONS,
  },
  test: {
    difference: {
      definition:
        'Mean plNet of the trades that meet the filters − mean plNet of the other trades, account currency',
      formula: 'mean plNet of the slice − mean plNet of the rest',
      unit: 'account currency',
      undefinedWhen: 'the request has no comparison, or a side has no trades',
      example: -17.56666667,
    },
    pValue: {
      definition:
        'Probability of a difference at least this far from 0, two-sided, if the filters had nothing to do with the results',
      formula: 'extreme divisions / all divisions (exact), or (1 + extreme) / (1 + permutations) (drawn)',
      unit: 'share, 0..1',
      undefinedWhen: 'the request has no comparison, a side has no trades, or both have more than 200,000',
      example: 0.58928571,
      source: PITMAN,
    },
    permutations: {
      definition: 'Number of divisions that were compared',
      formula:
        'all divisions if there are at most 20,000, else the parameter permutations, 10,000 by default',
      unit: 'number',
      undefinedWhen: 'the request has no comparison',
      note: '0 without a pValue',
      isWhole: true,
      isNullWithPart: true,
      example: 56,
    },
    seed: {
      definition: 'Seed of the random numbers',
      formula: 'the parameter seed, by default randomSeed of the session modulo 2^32',
      unit: 'number',
      undefinedWhen: 'the request has no comparison',
      note: 'Send it to get the same response again',
      isWhole: true,
      isNullWithPart: true,
      example: 42,
    },
  },
} as const satisfies MeasureTree;
