import type { MeasureTree } from '../measure-definition.js';
import { STATISTIC_DEFINITIONS } from '../statistic-definitions.js';

const WILSON = {
  formula: "Wilson's interval of wins / tradeCount at 95 %; break-evens count as trades",
  unit: 'share, 0..1',
  undefinedWhen: 'the group has no trades',
  isNullWithPart: true,
  source: 'Wilson, "Probable inference, the law of succession, and statistical inference", 1927',
} as const;

/** Definitions of the figures of the breakdown, nested like the fields of its response. */
export const BREAKDOWN_DEFINITIONS = {
  groups: {
    tradeCount: {
      definition: 'Number of trades in the group',
      formula: 'number of trades in the group',
      unit: 'trades',
      undefinedWhen: null,
      isWhole: true,
      example: 8,
    },
    share: {
      definition: 'tradeCount / all trades, 0..1',
      note: 'The shares by tag may add up to more than 1 because a trade counts in each of its tags',
      formula: 'tradeCount of the group / all trades',
      unit: 'share, 0..1',
      undefinedWhen: 'there are no trades',
      example: 1,
    },
    figures: STATISTIC_DEFINITIONS,
    winrateInterval: {
      low: { ...WILSON, definition: 'Lower bound, 0..1', example: 0.21521606 },
      high: { ...WILSON, definition: 'Upper bound, 0..1', example: 0.78478394 },
    },
  },
  omittedGroups: {
    definition: 'Number of groups that were left out beyond the limit of 1,000',
    formula: 'number of groups left out beyond the limit of 1,000',
    unit: 'groups',
    undefinedWhen: null,
    isWhole: true,
    example: 0,
  },
} as const satisfies MeasureTree;
