import { validationProblem } from '../../../shared/problems/problem.js';
import { RefusedQuery } from '../refused-query.js';

/**
 * Returns the settings of a query.
 * @throws Problem VALIDATION_FAILED if `settingsOf` refuses the query
 */
export function acceptedOrProblem<Settings>(settingsOf: () => Settings): Settings {
  try {
    return settingsOf();
  } catch (error) {
    throw error instanceof RefusedQuery ? validationProblem([error.problem]) : error;
  }
}
