import type { DefinitionsOf } from '../measure-definition.js';
import type { Calendar, CalendarDay, CalendarMonth, CalendarYear } from './calendar.js';

const EARNED = { unit: 'account currency', undefinedWhen: null } as const;
const COUNTED = { unit: 'trades', undefinedWhen: null, isWhole: true } as const;

/** Returns the definitions of the figures of a month or of a year. */
const periodOf = (period: 'month' | 'year') =>
  ({
    tradeCount: {
      ...COUNTED,
      definition: `Trades that closed in the ${period}`,
      formula: `number of exits of the ${period}`,
      example: 8,
    },
    plNet: {
      ...EARNED,
      definition: 'Profit after all costs, account currency',
      formula: 'Σ plNet of the exits of the day, month or year',
      example: 98.5,
    },
    returnPct: {
      definition: `plNet / equity at the start of the ${period}, percent`,
      formula: 'plNet / equity at the start of the day, month or year · 100',
      unit: 'percent',
      undefinedWhen: 'that equity is not above 0',
      example: 9.85,
    },
  }) as const;

/** Definitions of the figures of the calendar, nested like the fields of its response. */
export const CALENDAR_DEFINITIONS = {
  days: {
    tradeCount: {
      ...COUNTED,
      definition: 'Trades that closed on the day',
      formula: 'number of exits of the day',
      example: 3,
    },
    winCount: {
      ...COUNTED,
      definition: 'Trades with a profit above the threshold',
      formula: 'number of exits of the day with plNet > breakEvenThreshold',
      example: 2,
    },
    lossCount: {
      ...COUNTED,
      definition: 'Trades with a loss beyond the threshold',
      formula: 'number of exits of the day with plNet < −breakEvenThreshold',
      example: 1,
    },
    plGross: {
      ...EARNED,
      definition: 'Profit before fees, account currency',
      formula: 'Σ plGross of the exits of the day',
      example: 66,
    },
    feesPaid: {
      ...EARNED,
      definition: 'Fees, account currency',
      formula: 'Σ feesPaid of the exits of the day',
      example: 2,
    },
    plNet: {
      ...EARNED,
      definition: 'Profit after all costs, account currency',
      formula: 'Σ plNet of the exits of the day, month or year',
      example: 64,
    },
    returnPct: {
      definition: 'plNet / equity at the start of the day, percent',
      formula: 'plNet / equity at the start of the day, month or year · 100',
      unit: 'percent',
      undefinedWhen: 'that equity is not above 0',
      example: 6.4,
    },
    equity: {
      ...EARNED,
      definition: 'Equity at the end of the day, account currency',
      formula: "initialBalance + Σ plNet up to the day's end",
      example: 1064,
    },
  },
  months: periodOf('month'),
  years: periodOf('year'),
} as const satisfies {
  days: DefinitionsOf<CalendarDay>;
  months: DefinitionsOf<CalendarMonth>;
  years: DefinitionsOf<CalendarYear>;
} & DefinitionsOf<Calendar>;
