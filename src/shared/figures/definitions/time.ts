import type { FigureDefinition } from './figure-definition.js';

/** Definitions of the frequency and the holding time of trades. */
export const TIME = {
  tradesPerDay: {
    definition: 'Trades per day of market time, from the first entry to the last exit, at least one day',
    formula: '{tradeCount} / max(1, ({last exit} − {first entry}) / 86400000)',
    unit: 'trades per day',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 3,
  },
  tradesPerWeek: {
    definition: 'Trades per 7 days of market time, from the first entry to the last exit, at least one day',
    formula: '{tradeCount} / max(1, ({last exit} − {first entry}) / 86400000) · 7',
    unit: 'trades per week',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 21,
  },
  tradesPerMonth: {
    definition:
      'Trades per 30.4375 days of market time, a twelfth of 365.25, from the first entry to the last exit, at least one day',
    formula: '{tradeCount} / max(1, ({last exit} − {first entry}) / 86400000) · 30.4375',
    unit: 'trades per month',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 91.3125,
  },
  avgDurationMs: {
    definition: 'Mean of exitTime − entryTime; 0 when all trades closed as they opened',
    formula: '{Σ durations} / {tradeCount}',
    unit: 'milliseconds',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 3600000,
  },
  avgWinDurationMs: {
    definition: 'Mean of exitTime − entryTime over the wins',
    formula: '{Σ durations of wins} / {winCount}',
    unit: 'milliseconds',
    counted: 'wins',
    undefinedWhen: 'winCount is 0',
    example: 4500000,
  },
  avgLossDurationMs: {
    definition: 'Mean of exitTime − entryTime over the losses',
    formula: '{Σ durations of losses} / {lossCount}',
    unit: 'milliseconds',
    counted: 'losses',
    undefinedWhen: 'lossCount is 0',
    example: 1800000,
  },
} as const satisfies Record<string, FigureDefinition>;
