import { COUNTS_AND_RESULTS } from './counts-and-results.js';
import type { FigureDefinition } from './figure-definition.js';

/** Definitions of the components of the expectancy (`expectancyComponents`). */
export const EXPECTANCY_COMPONENTS = {
  winProbability: COUNTS_AND_RESULTS.winrate,
  lossProbability: {
    definition: 'Share of the trades that are losses',
    formula: '{lossCount} / {tradeCount}',
    unit: 'share, 0..1',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 0.33333333,
  },
  breakEvenProbability: {
    definition: 'Share of the trades that are break-evens',
    formula: '{breakEvenCount} / {tradeCount}',
    unit: 'share, 0..1',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 0,
  },
  avgBreakEven: {
    definition: 'Mean plNet of the break-evens',
    formula: '{Σ plNet of break-evens} / {breakEvenCount}',
    unit: 'account currency',
    counted: 'break-evens',
    undefinedWhen: 'breakEvenCount is 0',
    example: 0,
  },
  winContribution: {
    definition: 'winProbability · avgWin; 0 without wins',
    formula: '{Σ plNet of wins} / {tradeCount}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 240,
  },
  lossContribution: {
    definition: 'lossProbability · avgLoss; 0 without losses',
    formula: '{Σ plNet of losses} / {tradeCount}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: -33.33333333,
  },
  breakEvenContribution: {
    definition: 'breakEvenProbability · avgBreakEven; 0 without break-evens',
    formula: '{Σ plNet of break-evens} / {tradeCount}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 0,
  },
} as const satisfies Record<string, FigureDefinition>;
