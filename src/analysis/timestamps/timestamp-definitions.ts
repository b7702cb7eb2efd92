import { EXCURSION_DEFINITIONS } from '../excursions/excursion-definitions.js';
import type { MeasureTree } from '../measure-definition.js';

/** The figures of the check of timestamps, in the structure of its response. */
export const TIMESTAMP_DEFINITIONS = {
  resolution: EXCURSION_DEFINITIONS.resolution,
  shiftMs: {
    definition: 'Milliseconds to add to the times so that they fit',
    formula: 'shift to add to the times so that they fit',
    unit: 'milliseconds',
    undefinedWhen: 'no shift makes them fit',
  },
  known: {
    definition: 'Number of prices, of up to 60 trades, whose bar is known',
    formula: 'number of entry and exit prices with a known bar',
    unit: 'prices',
    undefinedWhen: null,
  },
  fitting: {
    definition: 'Number of known prices that lie within their bar',
    formula: 'number of these with low ≤ price ≤ high',
    unit: 'prices',
    undefinedWhen: null,
  },
  medianDistanceBp: {
    definition: 'Median distance of all prices from their 1m bars, in basis points of the nearer edge',
    formula: 'median of (price − nearer edge of its 1m bar) / edge · 10,000; 0 for a price inside its bar',
    unit: 'basis points',
    undefinedWhen: 'no bar is known',
  },
} as const satisfies MeasureTree;
