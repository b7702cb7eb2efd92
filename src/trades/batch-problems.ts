import { MIN_AMOUNT } from '../shared/market/amounts.js';
import { FieldProblem } from '../shared/problems/problem.js';
import { TradeInput } from './ingest-trades.dto.js';

const MINIMUM_FIELDS = ['qty', 'entryPrice', 'exitPrice'] as const;

/**
 * Returns the problems of a batch whose trades are valid one by one.
 * @param tradeMinimum the setting TRADE_MINIMUM, a minimum for quantity and prices
 */
export const batchProblems = (trades: readonly TradeInput[], tradeMinimum: number): FieldProblem[] =>
  rowProblems([...trades.entries()], tradeMinimum).map(({ index, problem }) => inBatch(index, problem));

export const inBatch = (index: number, { field, message }: FieldProblem): FieldProblem => ({
  field: `trades[${index}].${field}`,
  message,
});

/** A problem of one trade of a batch. */
export interface RowProblem {
  readonly index: number;
  readonly problem: FieldProblem;
}

/** Returns the problems of the valid trades of a batch, each with the index of its trade. */
export function rowProblems(
  trades: readonly (readonly [index: number, trade: TradeInput])[],
  tradeMinimum: number,
): RowProblem[] {
  const problems: RowProblem[] = [];
  const firstIndex = new Map<string, number>();
  for (const [index, trade] of trades) {
    for (const problem of minimumProblems(trade, tradeMinimum)) problems.push({ index, problem });
    const first = firstIndex.get(trade.clientId);
    if (first === undefined) firstIndex.set(trade.clientId, index);
    else
      problems.push({ index, problem: { field: 'clientId', message: `repeats that of trades[${first}]` } });
  }
  return problems;
}

type MinimumField = (typeof MINIMUM_FIELDS)[number];
type Amounts = Partial<Pick<TradeInput, MinimumField>>;

/**
 * Returns the fields of a trade that are below the minimum of quantities and prices.
 * @param trade its fields may have values of any type
 * @param tradeMinimum the setting TRADE_MINIMUM; 0 allows all values that the service can store
 */
export function minimumProblems(
  trade: Amounts,
  tradeMinimum: number,
): (FieldProblem & { readonly field: MinimumField })[] {
  const [minimum, why] =
    tradeMinimum > MIN_AMOUNT
      ? [tradeMinimum, ' (the setting TRADE_MINIMUM of this service)']
      : [MIN_AMOUNT, ''];
  const problems: (FieldProblem & { readonly field: MinimumField })[] = [];
  for (const field of MINIMUM_FIELDS) {
    const value: unknown = trade[field];
    if (typeof value === 'number' && value < minimum)
      problems.push({ field, message: `must not be less than ${minimum}${why}` });
  }
  return problems;
}
