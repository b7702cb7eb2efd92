import { type FieldProblem, Problem } from '../problems/problem.js';
import { plainCheck } from '../http/plain-check.js';
import { RequestPipe } from '../http/request.pipe.js';
import { TradeInput } from './ingest-trades.dto.js';

const pipe = new RequestPipe(new Map([[TradeInput, plainCheck(TradeInput)]]));

/** Checks a row of a batch by the rules of an ingest. Returns the input or the problems of its fields. */
export async function checkedInput(row: unknown): Promise<TradeInput | FieldProblem[]> {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return [{ field: 'trade', message: 'must be an object' }];
  try {
    return (await pipe.transform(row, { type: 'body', metatype: TradeInput })) as TradeInput;
  } catch (error) {
    if (error instanceof Problem && error.extras.details) return [...error.extras.details];
    throw error;
  }
}
