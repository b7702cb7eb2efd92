import { EXCURSION_DEFINITIONS } from '../excursions/excursion-definitions.js';
import type { MeasureTree } from '../measure-definition.js';

/** Definitions of the figures of the check of the trades' times, nested like the fields of its response. */
export const TIMESTAMP_DEFINITIONS = {
  resolution: EXCURSION_DEFINITIONS.resolution,
  shiftMs: {
    definition: 'Milliseconds to add to the times so that they fit',
    note: '0 if they are aligned',
    formula: 'shift to add to the times so that they fit',
    unit: 'milliseconds',
    undefinedWhen: 'no shift makes them fit',
    isWhole: true,
    example: 0,
  },
  known: {
    definition: 'Number of prices, of up to 60 trades, whose bar is known',
    formula: 'number of entry and exit prices with a known bar',
    unit: 'prices',
    undefinedWhen: null,
    isWhole: true,
    example: 48,
  },
  fitting: {
    definition: 'Number of known prices that lie within their bar',
    formula: 'number of these with low ≤ price ≤ high',
    unit: 'prices',
    undefinedWhen: null,
    isWhole: true,
    example: 47,
  },
  medianDistanceBp: {
    definition: 'Median distance of all prices from their 1m bars, in basis points of the nearer edge',
    note: 'Negative below the low, positive above the high, 0 inside',
    formula: 'median of (price − nearer edge of its 1m bar) / edge · 10,000; 0 for a price inside its bar',
    unit: 'basis points',
    undefinedWhen: 'no bar is known',
    example: 0,
  },
} as const satisfies MeasureTree;
