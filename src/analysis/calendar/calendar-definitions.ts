import type { MeasureTree } from '../measure-definition.js';

const EARNED = { unit: 'account currency', undefinedWhen: null } as const;
const COUNTED = { unit: 'trades', undefinedWhen: null } as const;

/** The figures of a month or a year. */
const periodOf = (period: 'month' | 'year') =>
  ({
    tradeCount: {
      ...COUNTED,
      definition: `Trades that closed in the ${period}`,
      formula: `number of exits of the ${period}`,
    },
    plNet: {
      ...EARNED,
      definition: 'Profit after all costs, account currency',
      formula: 'Σ plNet of the exits of the day, month or year',
    },
    returnPct: {
      definition: `plNet / equity at the start of the ${period}, percent`,
      formula: 'plNet / equity at the start of the day, month or year · 100',
      unit: 'percent',
      undefinedWhen: 'that equity is not above 0',
    },
  }) as const;

/** The figures of the calendar, in the structure of its response. */
export const CALENDAR_DEFINITIONS = {
  days: {
    tradeCount: {
      ...COUNTED,
      definition: 'Trades that closed on the day',
      formula: 'number of exits of the day',
    },
    winCount: {
      ...COUNTED,
      definition: 'Trades with a profit above the threshold',
      formula: 'number of exits of the day with plNet > breakEvenThreshold',
    },
    lossCount: {
      ...COUNTED,
      definition: 'Trades with a loss beyond the threshold',
      formula: 'number of exits of the day with plNet < −breakEvenThreshold',
    },
    plGross: {
      ...EARNED,
      definition: 'Profit before fees, account currency',
      formula: 'Σ plGross of the exits of the day',
    },
    feesPaid: {
      ...EARNED,
      definition: 'Fees, account currency',
      formula: 'Σ feesPaid of the exits of the day',
    },
    plNet: {
      ...EARNED,
      definition: 'Profit after all costs, account currency',
      formula: 'Σ plNet of the exits of the day, month or year',
    },
    returnPct: {
      definition: 'plNet / equity at the start of the day, percent',
      formula: 'plNet / equity at the start of the day, month or year · 100',
      unit: 'percent',
      undefinedWhen: 'that equity is not above 0',
    },
    equity: {
      ...EARNED,
      definition: 'Equity at the end of the day, account currency',
      formula: "initialBalance + Σ plNet up to the day's end",
    },
  },
  months: periodOf('month'),
  years: periodOf('year'),
} as const satisfies MeasureTree;
