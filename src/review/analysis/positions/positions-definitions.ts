import type { MeasureTree } from '../measure-definition.js';
import { STATISTIC_DEFINITIONS } from '../statistic-definitions.js';

const COUNTED = { undefinedWhen: null, isWhole: true } as const;

/** Definitions of the figures of positions, nested like the fields of their response. */
export const POSITIONS_DEFINITIONS = {
  positions: {
    ...COUNTED,
    definition: 'Number of positions',
    formula: 'number of positions; a trade without a positionId is its own position',
    unit: 'number',
    example: 7,
  },
  trades: {
    ...COUNTED,
    definition: 'Number of trades',
    formula: 'number of trades',
    unit: 'trades',
    example: 8,
  },
  largest: {
    ...COUNTED,
    definition: 'The greatest number of trades in one position',
    note: '0 without trades',
    formula: 'greatest number of trades of a position',
    unit: 'trades',
    example: 2,
  },
  figures: STATISTIC_DEFINITIONS,
  byTrade: STATISTIC_DEFINITIONS,
} as const satisfies MeasureTree;
