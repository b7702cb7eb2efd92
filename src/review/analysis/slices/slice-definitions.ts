import type { MeasureTree } from '../measure-definition.js';

/** Definitions of the figures of a slice. Every analysis that accepts filters returns these figures. */
export const SLICE_DEFINITIONS = {
  slice: {
    tradeCount: {
      definition: 'Number of trades that meet all filters',
      formula: 'number of trades that meet all filters',
      unit: 'trades',
      undefinedWhen: 'the request has no filters',
    },
    of: {
      definition: 'Number of all trades of the session',
      formula: 'number of all trades of the session',
      unit: 'trades',
      undefinedWhen: 'the request has no filters',
    },
  },
} as const satisfies MeasureTree;
