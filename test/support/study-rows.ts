import { dailyReturns } from '../../src/review/analysis/risk/daily-returns.js';
import { sharpe } from '../../src/review/analysis/risk/return-ratios.js';
import { compensatedSum } from '../../src/shared/figures/probability/compensated-sum.js';
import { centralSums } from '../../src/shared/figures/probability/central-sums.js';
import type { FiguresRow, StudyRow } from './stored-study-rows.js';
import { DAY, daysOf, returns } from './daily-trades.js';

/** The result of a session on a day: the number of the day, counted from 1 January 2024, and the net result. */
export type DayResult = readonly [day: number, plNet: number];

const DAY_0 = Date.UTC(2024, 0, 1);

const dateOf = (day: number): string => new Date(DAY_0 + day * DAY).toISOString().slice(0, 10);

/**
 * Returns the figures of a session with one trade of quantity 1 per day, from 00:00 to 12:00. The simple figures are
 * computed here with other formulas than in the service.
 */
export function figuresRowOf(results: readonly DayResult[], initialBalance = 1000): FiguresRow {
  const trades = results.map(([day, plNet]) => ({
    entryTime: DAY_0 + day * DAY,
    exitTime: DAY_0 + day * DAY + DAY / 2,
    plNet,
  }));
  const { withExits, days } = daysOf(trades, { initialBalance });
  const values = dailyReturns(withExits, days);
  const ratios = returns(trades, { initialBalance });
  const isVaried = values !== null && sharpe(values, 0) !== null;
  const [mean, idle] = values ? [compensatedSum(values.values) / days, values.idleDays] : [0, 0];
  const { squares, cubes, fourths } = values
    ? centralSums(values.values, mean, idle)
    : { squares: 0, cubes: 0, fourths: 0 };
  return {
    days,
    tradingDays: withExits.length,
    sharpePerDay: isVaried ? mean / Math.sqrt(squares / (days - 1)) : null,
    skewness: isVaried ? cubes / days / (squares / days) ** 1.5 : null,
    kurtosis: isVaried ? fourths / days / (squares / days) ** 2 : null,
    tradeCount: trades.length,
    hash: `trades of ${results.map((each) => each.join(':')).join(' ')}`,
    statistics: { plNet: results.reduce((sum, [, plNet]) => sum + plNet, 0), tradeCount: trades.length },
    returns: { ...ratios },
    dailyPlNet: results.map(([day, plNet]) => ({ day: dateOf(day), plNet: String(plNet) })),
    firstEntry: trades[0]!.entryTime,
    lastExit: trades.at(-1)!.exitTime,
    firstDay: dateOf(results[0]![0]),
    lastDay: dateOf(results.at(-1)![0]),
    equityNotPositive: values === null,
  };
}

/** Returns the row that the ledger has for an existing session with one trade a day. */
export function studyRow(
  sessionId: string,
  results: readonly DayResult[],
  changes: Partial<StudyRow> = {},
): StudyRow {
  return {
    sessionId,
    run: 1,
    createdAt: new Date(DAY_0),
    ended: null,
    current: true,
    study: '',
    codeVersion: null,
    sample: null,
    parameters: {},
    session: {
      name: sessionId,
      status: 'finished',
      tags: [],
      createdAt: new Date(DAY_0),
      accountCurrency: 'USDT',
      accountTimezone: 'UTC',
      initialBalance: 1000,
    },
    pending: false,
    figures: figuresRowOf(results),
    revision: '1',
    labelRevision: '1',
    ...changes,
  };
}

/** The results of session Pk of the worked example on days 0 to `days` − 1. */
export const resultsOfP = (k: number, days = 60): DayResult[] =>
  Array.from({ length: days }, (_, t) => [
    t,
    (((k + 2) * (t + 1) ** 2 + 3 * t) % 47) - 23 + (k === 9 ? 3 : 0),
  ]);

/** Returns the row of session Pk of the worked example. */
export const rowOfP = (k: number, changes: Partial<StudyRow> = {}): StudyRow =>
  studyRow(`P${k}`, resultsOfP(k), {
    parameters: { fast: k % 5, slow: Math.floor(k / 5) },
    createdAt: new Date(DAY_0 + k),
    ...changes,
  });

/** The rows of the worked example: ten sessions, of which P9 is the best. */
export const rowsOfP = (): StudyRow[] => Array.from({ length: 10 }, (_, k) => rowOfP(k));

/** The counts of the example after one session was deleted and another session was copied at other costs. */
export const COUNTS_OF_P = {
  total: 11,
  counted: 10,
  duplicates: 1,
  live: 10,
  deleted: 1,
  emptied: 0,
  moved: 0,
  pending: 0,
  known: 10,
  project: 11,
};

/**
 * The bar that luck sets in the example: the Sharpe ratio that the best try must exceed. Neither the deletion nor the
 * copy changes this bar.
 */
export const BAR_OF_P = {
  variance: 0.02614267,
  expectedMaximum: 1.5745983,
  sharpePerDay: 0.25459202,
  sharpe: 4.86397368,
};
