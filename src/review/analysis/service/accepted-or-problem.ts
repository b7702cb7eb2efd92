import { validationProblem } from '../../../shared/problems/problem.js';
import { RefusedQuery } from '../refused-query.js';

/**
 * Returns what `settingsOf` returns.
 * @throws Problem VALIDATION_FAILED if `settingsOf` refuses the query
 */
export async function acceptedOrProblem<Settings>(
  settingsOf: () => Settings | Promise<Settings>,
): Promise<Settings> {
  try {
    return await settingsOf();
  } catch (error) {
    throw error instanceof RefusedQuery ? validationProblem([error.problem]) : error;
  }
}
