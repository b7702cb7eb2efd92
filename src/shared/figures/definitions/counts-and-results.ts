import { COUNT_OF_TRADES, type FigureDefinition } from './figure-definition.js';

/**
 * Definitions of counts and results. plNet and the threshold decide whether a trade is a win, a loss or a break-even.
 */
export const COUNTS_AND_RESULTS = {
  tradeCount: {
    ...COUNT_OF_TRADES,
    definition: 'Closed trades',
    formula: '{winCount} + {lossCount} + {breakEvenCount}',
    counted: 'all',
    example: 3,
  },
  winCount: {
    ...COUNT_OF_TRADES,
    definition: 'Wins',
    formula: 'number of [trades] with plNet > {breakEvenThreshold}',
    counted: 'wins',
    example: 2,
  },
  lossCount: {
    ...COUNT_OF_TRADES,
    definition: 'Losses',
    formula: 'number of [trades] with plNet < {−breakEvenThreshold}',
    counted: 'losses',
    example: 1,
  },
  breakEvenCount: {
    ...COUNT_OF_TRADES,
    definition: 'Break-evens',
    formula: 'number of [trades] with |plNet| ≤ {breakEvenThreshold}',
    counted: 'break-evens',
    example: 0,
  },
  breakEvenThreshold: {
    definition: 'The plNet, either way, up to which a trade is a break-even',
    formula: 'breakEvenThreshold of the request',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: null,
    example: 0,
  },
  winrate: {
    definition: 'Share of the trades that are wins',
    formula: '{winCount} / {tradeCount}',
    unit: 'share, 0..1',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 0.66666667,
  },
  plGross: {
    definition: 'Profit of the trades before costs',
    formula: '{Σ positive plGross} − {|Σ negative plGross|}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: null,
    example: 650,
  },
  feesPaid: {
    definition: 'Fees alone, neither spread nor slippage; below 0 with rebates',
    formula: '{Σ positive feesPaid} − {|Σ negative feesPaid|}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: null,
    example: 30,
  },
  plNet: {
    definition: 'Profit of the trades after costs',
    formula: '{Σ positive plNet} − {|Σ negative plNet|}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: null,
    example: 620,
  },
  plNetPct: {
    definition: 'Profit after costs in percent of the initial balance',
    formula: '{plNet} / {initialBalance} · 100',
    unit: 'percent',
    counted: 'all',
    undefinedWhen: null,
    example: 6.2,
  },
  avgPlPerTrade: {
    definition: 'Mean plNet',
    formula: '{plNet} / {tradeCount}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 206.66666667,
  },
  avgPlPctPerTrade: {
    definition: 'Mean plPct',
    formula: '{Σ plPct} / {tradeCount}',
    unit: 'percent',
    counted: 'all',
    undefinedWhen: 'tradeCount is 0',
    example: 0.37,
  },
} as const satisfies Record<string, FigureDefinition>;
