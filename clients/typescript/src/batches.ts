import { ServiceError } from './errors.js';

/** Maximum number of trades in a request. */
const MAX_BATCH = 500;

/** Divides values into batches, each with the position of its first value. */
export async function* batchesOf<Value>(
  values: Iterable<Value> | AsyncIterable<Value>,
): AsyncGenerator<{ readonly first: number; readonly batch: readonly Value[] }> {
  let first = 0;
  let batch: Value[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < MAX_BATCH) continue;
    yield { first, batch };
    first += batch.length;
    batch = [];
  }
  if (batch.length > 0) yield { first, batch };
}

/**
 * Returns the error with positions that count from the first trade of all batches instead of the first trade of the
 * refused batch.
 */
export function withPositions(error: unknown, first: number): unknown {
  if (!(error instanceof ServiceError) || first === 0) return error;
  const moved = (text: string) =>
    text.replace(/\btrades\[(\d+)\]/g, (_, position: string) => `trades[${Number(position) + first}]`);
  const details = error.details.map(({ field, message }) => ({
    field: moved(field),
    message: moved(message),
  }));
  return new ServiceError(error.status, error.code, moved(error.message), { ...error, details });
}
