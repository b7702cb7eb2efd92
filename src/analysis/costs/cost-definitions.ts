import type { MeasureTree } from '../measure-definition.js';

const NO_TRADES = 'there are no trades';

/** The figures of the trades at other costs. */
const FIGURES_AT_OTHER_COSTS = {
  plNet: {
    definition: 'Sum of the results of the trades at these costs, account currency',
    formula: 'Σ n',
    unit: 'account currency',
    undefinedWhen: null,
  },
  plNetPct: {
    definition: 'plNet in percent of the initial balance',
    formula: 'plNet / initial balance · 100',
    unit: 'percent',
    undefinedWhen: null,
  },
  expectancy: {
    definition: 'Mean result of a trade at these costs, account currency',
    formula: 'Σ n / N',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
  },
  netProfitFactor: {
    definition: 'Sum of the profits / sum of the losses at these costs',
    formula: 'Σ positive n / |Σ negative n|',
    unit: 'ratio',
    undefinedWhen: 'no n is negative',
  },
  maxDrawdown: {
    definition: 'Greatest fall of the realised equity below its peak at these costs, account currency',
    formula: 'greatest peak − equity',
    unit: 'account currency',
    undefinedWhen: null,
  },
  maxDrawdownPct: {
    definition: 'Greatest fall of the realised equity at these costs, percent of its peak',
    formula: 'greatest (peak − equity) / peak · 100',
    unit: 'percent',
    undefinedWhen: null,
  },
} as const satisfies MeasureTree;

/** The figures of costs, in the structure of their response. */
export const COST_DEFINITIONS = {
  plGross: {
    definition: 'Sum of the results before costs, account currency',
    formula: 'Σ g',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
  },
  costs: {
    definition: 'Sum of the costs: fees, spread and slippage, account currency',
    formula: 'Σ c',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
  },
  turnover: {
    definition: 'Value of all entries and exits, account currency',
    formula: 'Σ v',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
  },
  costShare: {
    definition: 'Share of the result before costs that the costs take',
    formula: 'Σ c / Σ g',
    unit: 'ratio',
    undefinedWhen: 'Σ g is not above 0',
  },
  paidBp: {
    definition: 'Costs in basis points of the turnover',
    formula: 'Σ c / Σ v · 10,000',
    unit: 'basis points',
    undefinedWhen: NO_TRADES,
  },
  breakEvenBp: {
    definition: 'Costs in basis points of the turnover at which the trades would earn nothing',
    formula: 'Σ g / Σ v · 10,000',
    unit: 'basis points',
    undefinedWhen: NO_TRADES,
  },
  breakEvenMultiple: {
    definition: 'Multiple of the costs at which the trades would earn nothing',
    formula: 'Σ g / Σ c',
    unit: 'ratio',
    undefinedWhen: 'Σ c is not above 0, or Σ g is not above 0',
  },
  multiples: {
    multiple: {
      definition: 'Multiple of the costs: each n is g − multiple · c',
      formula: 'a value of the parameter multiples',
      unit: 'number',
      undefinedWhen: null,
    },
    ...FIGURES_AT_OTHER_COSTS,
  },
  basisPoints: {
    basisPoints: {
      definition:
        'Additional costs per fill in basis points of its value: each n is plNet − basisPoints · v / 10,000',
      formula: 'a value of the parameter basisPoints',
      unit: 'basis points',
      undefinedWhen: null,
    },
    ...FIGURES_AT_OTHER_COSTS,
  },
} as const satisfies MeasureTree;
