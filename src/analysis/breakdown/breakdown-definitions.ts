import type { MeasureTree } from '../measure-definition.js';
import { STATISTIC_DEFINITIONS } from '../statistic-definitions.js';

const WILSON = {
  formula: "Wilson's interval of wins / tradeCount at 95 %; break-evens count as trades",
  unit: 'share, 0..1',
  undefinedWhen: 'the group has no trades',
  source: 'Wilson, "Probable inference, the law of succession, and statistical inference", 1927',
} as const;

/** The figures of the breakdown, in the structure of its response. */
export const BREAKDOWN_DEFINITIONS = {
  groups: {
    tradeCount: {
      definition: 'Number of trades in the group',
      formula: 'number of trades in the group',
      unit: 'trades',
      undefinedWhen: null,
    },
    share: {
      definition: 'tradeCount / all trades, 0..1',
      formula: 'tradeCount of the group / all trades',
      unit: 'share, 0..1',
      undefinedWhen: 'there are no trades',
    },
    figures: STATISTIC_DEFINITIONS,
    winrateInterval: {
      low: { ...WILSON, definition: 'Lower bound, 0..1' },
      high: { ...WILSON, definition: 'Upper bound, 0..1' },
    },
  },
  omittedGroups: {
    definition: 'Number of groups that were left out beyond the limit of 1,000',
    formula: 'number of groups left out beyond the limit of 1,000',
    unit: 'groups',
    undefinedWhen: null,
  },
} as const satisfies MeasureTree;
