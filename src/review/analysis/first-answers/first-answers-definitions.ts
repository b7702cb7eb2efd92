import type { MeasureTree } from '../measure-definition.js';
import { STATISTIC_DEFINITIONS } from '../statistic-definitions.js';

const COUNTED = { undefinedWhen: null, isWhole: true } as const;
const OF_TRADES = { ...COUNTED, unit: 'trades' } as const;
const AT = { ...COUNTED, unit: 'milliseconds' } as const;

const TOO_MANY = 'more than 100,000 answers were changed or are looks';

/** Definitions of the figures of first answers, nested like the fields of their response. */
export const FIRST_ANSWERS_DEFINITIONS = {
  asFirst: STATISTIC_DEFINITIONS,
  asKept: STATISTIC_DEFINITIONS,
  changes: {
    removed: {
      ...OF_TRADES,
      definition: 'Number of answers that went',
      formula: 'answers that were deleted or rewound, without second looks',
      example: 3,
    },
    edited: {
      ...OF_TRADES,
      definition: 'Number of stored answers of which more than the costs was changed',
      formula: 'answers with another side, quantity, price, time or stop, without second looks',
      example: 1,
    },
    costs: {
      ...OF_TRADES,
      definition: 'Number of stored answers of which only the costs or the point value were changed',
      formula: 'answers with other costs or another point value, without second looks',
      example: 0,
    },
    secondLooks: {
      ...OF_TRADES,
      definition: 'Number of stored second looks',
      formula: 'stored trades with an entry in time that the run had shown before',
      example: 2,
    },
    retaken: {
      ...OF_TRADES,
      definition: 'Number of second looks that went',
      formula: 'second looks that were deleted or rewound',
      example: 1,
    },
    helped: {
      ...COUNTED,
      unit: 'number',
      definition: 'Number of parts of the change that are above 0',
      formula: 'parts above 0; the costs of all trades are one part',
      example: 6,
    },
    hurt: {
      ...COUNTED,
      unit: 'number',
      definition: 'Number of parts of the change that are below 0',
      formula: 'parts below 0; the costs of all trades are one part',
      example: 0,
    },
    change: {
      definition: 'Net as kept − net as first answered, account currency',
      formula: 'asKept.plNet − asFirst.plNet',
      unit: 'account currency',
      undefinedWhen: TOO_MANY,
      example: 10,
    },
    pValue: {
      definition:
        'Probability of a change at least this large, if the changes had nothing to do with the results',
      formula: '(1 + paths with at least the change) / (1 + paths)',
      unit: 'share, 0..1',
      undefinedWhen: `the change has no parts, there are no first answers, or ${TOO_MANY}`,
      example: 0.00159984,
    },
  },
  earlierRuns: {
    ...COUNTED,
    unit: 'number',
    definition: 'Number of runs of the session before the present run',
    formula: 'runs that ended because the session became empty',
    example: 0,
  },
  earlierLooks: {
    ...OF_TRADES,
    definition: 'Number of stored earlier looks',
    formula:
      'stored trades with an entry in time that an earlier run or draw had shown, and this run had not',
    example: 0,
  },
  draws: {
    ...COUNTED,
    unit: 'number',
    definition: 'Number of random ranges that were drawn',
    formula: 'number of draws of the session',
    example: 1,
  },
  list: {
    at: {
      ...AT,
      definition:
        'Time at which the answer was changed or went, or the look was stored, epoch milliseconds UTC',
      formula: 'time of the last change; of a stored look, the time at which it was stored',
      example: 1704110400000,
    },
    entryTime: {
      ...AT,
      definition: 'Entry time of the first version, of a look of the stored trade, epoch milliseconds UTC',
      formula: 'entryTime',
      example: 1704067200000,
    },
    exitTime: {
      ...AT,
      definition: 'Exit time of the first version, of a look of the stored trade, epoch milliseconds UTC',
      formula: 'exitTime',
      example: 1704067800000,
    },
    first: {
      definition: 'plNet of the first version, account currency',
      formula: 'plNet as first stored',
      unit: 'account currency',
      undefinedWhen: 'the element is a stored look',
      example: -2,
    },
    kept: {
      definition: 'plNet of the stored trade, account currency',
      formula: 'plNet as stored',
      unit: 'account currency',
      undefinedWhen: 'the trade went',
      example: null,
    },
  },
} as const satisfies MeasureTree;
