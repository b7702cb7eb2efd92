import { COUNT_OF_TRADES, type FigureDefinition } from './figure-definition.js';

/**
 * Definitions of streaks and percentages. A streak is a sequence of consecutive wins or of consecutive losses in trade
 * order; any other trade ends it.
 */
export const STREAKS_AND_PERCENTAGES = {
  maxWinStreak: {
    ...COUNT_OF_TRADES,
    definition: 'Longest run of wins in trade order; 0 without wins',
    formula: 'longest of [runs of wins]',
    counted: 'wins',
    example: 2,
  },
  maxLossStreak: {
    ...COUNT_OF_TRADES,
    definition: 'Longest run of losses in trade order; 0 without losses',
    formula: 'longest of [runs of losses]',
    counted: 'losses',
    example: 1,
  },
  avgWinStreak: {
    definition: 'Mean length of the runs of wins',
    formula: '{winCount} / {runs of wins}',
    unit: 'trades',
    counted: 'wins',
    undefinedWhen: 'winCount is 0',
    example: 2,
  },
  avgLossStreak: {
    definition: 'Mean length of the runs of losses',
    formula: '{lossCount} / {runs of losses}',
    unit: 'trades',
    counted: 'losses',
    undefinedWhen: 'lossCount is 0',
    example: 1,
  },
  bestWinPct: {
    definition: 'Greatest plPct of a win',
    formula: 'greatest plPct of [wins]',
    unit: 'percent',
    counted: 'wins',
    undefinedWhen: 'winCount is 0',
    example: 0.9,
  },
  worstLossPct: {
    definition: 'Least plPct of a loss, negative',
    formula: 'least plPct of [losses]',
    unit: 'percent',
    counted: 'losses',
    undefinedWhen: 'lossCount is 0',
    example: -0.2,
  },
  avgWinPct: {
    definition: 'Mean plPct of the wins',
    formula: '{Σ plPct of wins} / {winCount}',
    unit: 'percent',
    counted: 'wins',
    undefinedWhen: 'winCount is 0',
    example: 0.65,
  },
  avgLossPct: {
    definition: 'Mean plPct of the losses, negative',
    formula: '{Σ plPct of losses} / {lossCount}',
    unit: 'percent',
    counted: 'losses',
    undefinedWhen: 'lossCount is 0',
    example: -0.2,
  },
} as const satisfies Record<string, FigureDefinition>;
