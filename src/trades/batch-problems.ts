import { FieldProblem } from '../common/problem.js';
import { TradeInput } from './ingest-trades.dto.js';

const MINIMUM_FIELDS = ['qty', 'entryPrice', 'exitPrice'] as const;

/**
 * What is wrong with a batch whose rows are well-formed one by one.
 * @param tradeMinimum least value of quantity and prices, the setting TRADE_MINIMUM
 */
export function batchProblems(trades: readonly TradeInput[], tradeMinimum: number): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const firstIndex = new Map<string, number>();
  for (const [index, trade] of trades.entries()) {
    for (const field of MINIMUM_FIELDS) {
      if (trade[field] < tradeMinimum) {
        const message = `must not be less than ${tradeMinimum} (the setting TRADE_MINIMUM of this service)`;
        problems.push({ field: `trades[${index}].${field}`, message });
      }
    }
    const first = firstIndex.get(trade.clientId);
    if (first === undefined) firstIndex.set(trade.clientId, index);
    else problems.push({ field: `trades[${index}].clientId`, message: `repeats that of trades[${first}]` });
  }
  return problems;
}
