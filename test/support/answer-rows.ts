import { firstAnswers } from '../../src/review/analysis/first-answers/first-answers.js';
import type { AnswerContext } from '../../src/review/analysis/tasks/answer-task.js';
import { type ClosedTrade, toTradeColumns } from '../../src/shared/figures/calculator/trade-columns.js';
import { type AnswerColumns, CHANGE, LOOK } from '../../src/trades/answer-columns.js';
import { MINUTE } from './vector-trades.js';

/** A stored trade, or the first version of a trade. */
export interface AnswerRow extends Partial<ClosedTrade> {
  /** Id of the trade, which is also its clientId. */
  readonly id: string;
  readonly plNet: number;
  readonly change?: keyof typeof CHANGE;
  readonly look?: keyof typeof LOOK;
  readonly at?: number;
  readonly clientId?: string;
  readonly side?: 'long' | 'short';
}

export const ANSWER_SETTINGS = { initialBalance: 10_000, breakEvenThreshold: 0, earlierRuns: 0, draws: 0 };

/** Returns rows of answers as columns, with the ids of their trades. */
export function answerColumns(rows: readonly AnswerRow[]): {
  readonly answers: AnswerColumns;
  readonly context: AnswerContext;
} {
  const numbers = (numberOf: (row: AnswerRow, place: number) => number) => Float64Array.from(rows, numberOf);
  const trades = rows.map(({ entryTime = 0, exitTime = 1, plNet, ...row }) => ({
    entryTime,
    exitTime,
    plGross: plNet,
    plNet,
    plPct: plNet,
    feesPaid: 0,
    rMultiple: null,
    ...row,
  }));
  const answers = {
    ...toTradeColumns(trades),
    change: numbers(({ change = 'none' }) => CHANGE[change]),
    look: numbers(({ look = 'none' }) => LOOK[look]),
    direction: numbers(({ side = 'long' }) => (side === 'long' ? 1 : -1)),
    at: numbers(({ at = 0 }) => at),
  };
  const order = (a: string, b: string) => Number(a > b) - Number(a < b);
  const idOf = (row: number) => rows[row]!.id;
  const clientIdOf = (row: number) => rows[row]!.clientId ?? rows[row]!.id;
  const context = {
    idOf,
    clientIdOf,
    compareIds: (a: number, b: number) => order(idOf(a), idOf(b)),
    compareClientIds: (a: number, b: number) => order(clientIdOf(a), clientIdOf(b)),
  };
  return { answers, context };
}

/** Returns the first answers of rows. */
export function firstAnswersOf(rows: readonly AnswerRow[], settings: Partial<typeof ANSWER_SETTINGS> = {}) {
  const { answers, context } = answerColumns(rows);
  return firstAnswers(answers, { ...ANSWER_SETTINGS, ...settings }, context);
}

/** Times are minutes. */
const open = (entry: number, exit: number) => ({ entryTime: entry * MINUTE, exitTime: exit * MINUTE });

/**
 * Trades that were taken back and made again: A1, A3 and A5 were deleted, A4 was edited, B1 and C5 are second looks, and
 * the second look B5 was deleted. `at` is the number of the action.
 */
export const TAKEN_BACK: readonly AnswerRow[] = [
  { id: 'A2', ...open(20, 30), plNet: 1, at: 1 },
  { id: 'A1', ...open(0, 10), plNet: -2, change: 'gone', at: 3 },
  { id: 'B1', ...open(0, 10), plNet: 2, look: 'run', at: 4 },
  { id: 'A3', ...open(40, 50), plNet: -2, change: 'gone', at: 6 },
  { id: 'A4', ...open(60, 70), plNet: 1, at: 7 },
  { id: 'A4', ...open(60, 70), plNet: -1, change: 'edited', at: 8 },
  { id: 'A6', ...open(90, 120), plNet: 1, at: 10 },
  { id: 'A5', ...open(80, 90), plNet: -1, change: 'gone', at: 11 },
  { id: 'B5', ...open(85, 95), plNet: 1, change: 'gone', look: 'run', at: 13 },
  { id: 'C5', ...open(88, 99), plNet: 1, look: 'run', at: 14 },
];

/** One more answer, which was deleted. */
export const A7: AnswerRow = { id: 'A7', ...open(130, 140), plNet: -3, change: 'gone', at: 16 };

/** Returns 100 trades, of which the first `losers` losing ones were deleted. */
export const hundredAnswers = (losers: number): AnswerRow[] => {
  let left = losers;
  return Array.from({ length: 100 }, (_, k) => {
    const plNet = k % 20 < 9 ? 10 : -10;
    const isGone = plNet < 0 && left > 0;
    left -= Number(isGone);
    const id = `t${String(k).padStart(2, '0')}`;
    return { id, ...open(k, k + 1), plNet, change: isGone ? 'gone' : 'none' };
  });
};

/** The first version of a trade that went. */
export const goneAnswer = (id: string, plNet: number, more: Partial<AnswerRow> = {}): AnswerRow => ({
  id,
  plNet,
  change: 'gone',
  ...more,
});
/** A stored second look. */
export const storedLook = (id: string, plNet: number, more: Partial<AnswerRow> = {}): AnswerRow => ({
  id,
  plNet,
  look: 'run',
  ...more,
});
/** A stored trade and its first version. */
export const changedAnswer = (
  id: string,
  from: number,
  to: number,
  change: 'edited' | 'costs' = 'edited',
): AnswerRow[] => [
  { id, plNet: to },
  { id, plNet: from, change },
];
