import type { FigureDefinition } from './figure-definition.js';

/** Definitions of the averages, the ratios and the expectancy. */
export const AVERAGES_AND_RATIOS = {
  avgRMultiple: {
    definition: 'Mean rMultiple of the trades that have one',
    formula: '{Σ rMultiple} / {trades with an rMultiple}',
    unit: 'R',
    counted: 'with R',
    undefinedWhen: 'no trade has an rMultiple',
    example: 1.1,
  },
  maxRMultiple: {
    definition: 'Greatest rMultiple',
    formula: 'greatest rMultiple of [trades with an rMultiple]',
    unit: 'R',
    counted: 'with R',
    undefinedWhen: 'no trade has an rMultiple',
    example: 2.5,
  },
  avgWin: {
    definition: 'Mean plNet of the wins, above the threshold',
    formula: '{Σ plNet of wins} / {winCount}',
    unit: 'account currency',
    counted: 'wins',
    undefinedWhen: 'winCount is 0',
    example: 360,
  },
  avgLoss: {
    definition: 'Mean plNet of the losses, negative',
    formula: '{Σ plNet of losses} / {lossCount}',
    unit: 'account currency',
    counted: 'losses',
    undefinedWhen: 'lossCount is 0',
    example: -100,
  },
  winLossRatio: {
    definition: 'avgWin in units of |avgLoss|',
    formula: '({Σ plNet of wins} / {winCount}) / ({|Σ plNet of losses|} / {lossCount})',
    unit: 'ratio',
    counted: 'wins and losses',
    undefinedWhen: 'winCount or lossCount is 0',
    example: 3.6,
  },
  profitFactor: {
    definition:
      'Gross profits in units of gross losses, by sign alone: the threshold does not matter. 0 when no trade has plGross > 0',
    formula: '{Σ positive plGross} / {|Σ negative plGross|}',
    unit: 'ratio',
    counted: 'plGross not 0',
    undefinedWhen: 'no trade has plGross < 0',
    example: 7.84,
  },
  netProfitFactor: {
    definition:
      'Net profits in units of net losses, by sign alone: the threshold does not matter. 0 when no trade has plNet > 0',
    formula: '{Σ positive plNet} / {|Σ negative plNet|}',
    unit: 'ratio',
    counted: 'plNet not 0',
    undefinedWhen: 'no trade has plNet < 0',
    example: 7.2,
  },
  expectancy: {
    definition: 'Expected plNet of a trade: the sum of the three contributions, and plNet / tradeCount',
    formula: '({Σ plNet of wins} + {Σ plNet of losses} + {Σ plNet of break-evens}) / {tradeCount}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 206.66666667,
  },
} as const satisfies Record<string, FigureDefinition>;
