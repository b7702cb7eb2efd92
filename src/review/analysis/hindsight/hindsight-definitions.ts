import type { MeasureTree } from '../measure-definition.js';
import { STATISTIC_DEFINITIONS } from '../statistic-definitions.js';

/** Definitions of the figures of the hindsight analysis, nested like the fields of its response. */
export const HINDSIGHT_DEFINITIONS = {
  seenEntryShare: {
    definition: 'Trades with a seen entry / all trades, 0..1',
    formula: 'trades whose entry was seen / all trades',
    unit: 'share, 0..1',
    undefinedWhen: 'there are no trades',
    example: 0.75,
  },
  seenTimeShare: {
    definition: 'Time of the trades that was seen / time of the trades, 0..1',
    formula: "seen part of the trades' durations / sum of their durations",
    unit: 'share, 0..1',
    undefinedWhen: 'the sum of the durations is 0',
    example: 0.29032258,
  },
  seenSessions: {
    sharedMs: {
      definition:
        "Open time of this session's trades that lies within the time that the earlier session has seen of their market, summed over the trades, milliseconds",
      formula: "time of this session's trades within the time that one earlier session has seen",
      unit: 'milliseconds',
      undefinedWhen: null,
      isWhole: true,
      example: 7_200_000,
    },
  },
  figures: { seen: STATISTIC_DEFINITIONS, unseen: STATISTIC_DEFINITIONS },
} as const satisfies MeasureTree;
