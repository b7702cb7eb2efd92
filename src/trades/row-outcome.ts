import type { FieldProblem } from '../shared/problems/problem.js';
import type { Asset } from '../sessions/asset.entity.js';
import type { Session } from '../sessions/session.entity.js';
import { assetOfTrade } from './asset-of-trade.js';
import { rowProblems } from './batch-problems.js';
import { inputCheck } from './checked-input.js';
import { newTrade } from './new-trade.js';
import type { Trade } from './trade.entity.js';
import { type SentTrades, conflictMessage, isStoredAs } from './trades-part.js';

export const VERDICTS = ['new', 'stored', 'conflict', 'invalid'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Outcome of storing a row. */
export interface RowOutcome {
  readonly verdict: Verdict;
  readonly problems: readonly FieldProblem[];
  /**
   * The trade as it would be stored or, if its clientId is already stored, the stored trade. Null if the row is
   * invalid.
   */
  readonly trade: Trade | null;
}

/** The trade of a valid row, or the problems of an invalid row. */
export type CheckedRow = Trade | readonly FieldProblem[];

export const isTrade = (row: CheckedRow): row is Trade => !Array.isArray(row);

/** Checks rows one by one and against each other, like an ingest. An invalid row does not make other rows invalid. */
export async function checkedRows(
  rows: readonly unknown[],
  assets: readonly Asset[],
  tradeMinimum: number,
  now: number,
): Promise<CheckedRow[]> {
  const inputs = await Promise.all(rows.map(inputCheck(tradeMinimum)));
  const sound = [...inputs.entries()].flatMap(([index, input]) =>
    Array.isArray(input) ? [] : [[index, input] as const],
  );
  const problemsOf = new Map<number, FieldProblem[]>(sound.map(([index]) => [index, []]));
  for (const { index, problem } of rowProblems(sound, tradeMinimum)) problemsOf.get(index)!.push(problem);
  return inputs.map((input, index) => {
    if (Array.isArray(input)) return input;
    const own = problemsOf.get(index)!;
    const asset = assetOfTrade(input, assets);
    if ('field' in asset) return [...own, asset];
    return own.length > 0 ? own : newTrade(input, asset, now);
  });
}

/** The session to which the trades are sent, and its stored trades with the same clientIds. */
export interface StoredTrades {
  readonly status: Session['status'];
  readonly byClientId: ReadonlyMap<string, Trade>;
}

export const rowOutcomeOf = (row: CheckedRow, stored: StoredTrades): RowOutcome =>
  isTrade(row)
    ? tradeOutcomeOf({ trades: [row] }, 0, stored)
    : { verdict: 'invalid', problems: row, trade: null };

/** Returns the outcome of storing a trade that is valid. */
export function tradeOutcomeOf(
  sent: SentTrades,
  index: number,
  { status, byClientId }: StoredTrades,
): RowOutcome {
  const trade = sent.trades[index]!;
  const known = byClientId.get(trade.clientId);
  if (known && isStoredAs(known, sent, index)) return { verdict: 'stored', problems: [], trade: known };
  if (known) {
    const problem = { field: 'clientId', message: conflictMessage(known, sent, index) };
    return { verdict: 'conflict', problems: [problem], trade: known };
  }
  if (status === 'active') return { verdict: 'new', problems: [], trade };
  return { verdict: 'invalid', problems: [TOO_LATE], trade: null };
}

const TOO_LATE: FieldProblem = {
  field: 'clientId',
  message: 'is not stored, and the session is finished; copy the session to add trades',
};
