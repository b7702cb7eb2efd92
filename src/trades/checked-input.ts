import { type FieldProblem, Problem } from '../shared/problems/problem.js';
import { RequestPipe, type RuleOfSettings } from '../platform/http/request.pipe.js';
import { minimumProblems } from './batch-problems.js';
import { TradeInput } from './ingest-trades.dto.js';

/**
 * Returns a function that checks a row of a batch by the rules of an ingest, and returns the input or the problems of
 * its fields.
 * @param tradeMinimum the setting TRADE_MINIMUM. An input that is returned may be below it.
 */
export function inputCheck(tradeMinimum: number): (row: unknown) => Promise<TradeInput | FieldProblem[]> {
  const ofSettings: RuleOfSettings<TradeInput> = (trade) => minimumProblems(trade, tradeMinimum);
  const pipe = new RequestPipe(new Map([[TradeInput, ofSettings]]));
  return async (row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return [{ field: 'trade', message: 'must be an object' }];
    try {
      return (await pipe.transform(row, { type: 'body', metatype: TradeInput })) as TradeInput;
    } catch (error) {
      if (error instanceof Problem && error.extras.details) return [...error.extras.details];
      throw error;
    }
  };
}
