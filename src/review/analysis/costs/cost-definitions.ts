import type { MeasureTree } from '../measure-definition.js';

const NO_TRADES = 'there are no trades';

/** Definitions of the figures of the trades at other costs. The figures have the same definitions in the statistics. */
const FIGURES_AT_OTHER_COSTS = {
  plNet: {
    definition: 'Sum of the results of the trades at these costs, account currency',
    formula: 'Σ n',
    unit: 'account currency',
    undefinedWhen: null,
    example: 82.5,
  },
  plNetPct: {
    definition: 'plNet in percent of the initial balance',
    formula: 'plNet / initial balance · 100',
    unit: 'percent',
    undefinedWhen: null,
    example: 8.25,
  },
  expectancy: {
    definition: 'Mean result of a trade at these costs, account currency',
    formula: 'Σ n / N',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
    example: 10.3125,
  },
  netProfitFactor: {
    definition: 'Sum of the profits / sum of the losses at these costs',
    formula: 'Σ positive n / |Σ negative n|',
    unit: 'ratio',
    undefinedWhen: 'no result is negative',
    example: 1.88235294,
  },
  maxDrawdown: {
    definition: 'Greatest fall of the realised equity below its peak at these costs, account currency',
    formula: 'greatest peak − equity',
    unit: 'account currency',
    undefinedWhen: null,
    example: 45,
  },
  maxDrawdownPct: {
    definition: 'Greatest fall of the realised equity at these costs, percent of its peak',
    formula: 'greatest (peak − equity) / peak · 100',
    unit: 'percent',
    undefinedWhen: null,
    example: 4.3373494,
  },
} as const satisfies MeasureTree;

/** Definitions of the figures of costs, nested like the fields of their response. */
export const COST_DEFINITIONS = {
  plGross: {
    definition: 'Sum of the results before costs, account currency',
    formula: 'Σ g',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
    example: 106.5,
  },
  costs: {
    definition: 'Sum of the costs: fees, spread and slippage, account currency',
    formula: 'Σ c',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
    example: 8,
  },
  turnover: {
    definition: 'Value of all entries and exits, account currency',
    formula: 'Σ v',
    unit: 'account currency',
    undefinedWhen: NO_TRADES,
    example: 16106.5,
  },
  costShare: {
    definition: 'Share of the result before costs that the costs take',
    formula: 'Σ c / Σ g',
    unit: 'ratio',
    undefinedWhen: 'the result before costs is not above 0',
    example: 0.07511737,
  },
  paidBp: {
    definition: 'Costs in basis points of the turnover',
    formula: 'Σ c / Σ v · 10,000',
    unit: 'basis points',
    undefinedWhen: NO_TRADES,
    example: 4.96693881,
  },
  breakEvenBp: {
    definition: 'Costs in basis points of the turnover at which the trades would earn nothing',
    formula: 'Σ g / Σ v · 10,000',
    unit: 'basis points',
    undefinedWhen: NO_TRADES,
    example: 66.12237296,
  },
  breakEvenMultiple: {
    definition: 'Multiple of the costs at which the trades would earn nothing',
    formula: 'Σ g / Σ c',
    unit: 'ratio',
    undefinedWhen: 'the costs or the result before costs are not above 0',
    example: 13.3125,
  },
  multiples: {
    multiple: {
      definition: 'Multiple of the costs: each n is g − multiple · c',
      formula: 'a value of the parameter multiples',
      unit: 'number',
      undefinedWhen: null,
      note: 'In the table of docs/analysis.md, n is the result of a trade, g its result before costs, and c its costs',
      example: 3,
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
      note: 'v is the value of the entry and the exit of a trade',
      example: 5,
    },
    ...FIGURES_AT_OTHER_COSTS,
  },
} as const satisfies MeasureTree;
