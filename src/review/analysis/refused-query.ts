import type { FieldProblem } from '../../shared/problems/problem.js';

/**
 * Thrown if a parameter exceeds a limit that depends on the trades. The limit may be known only in the thread that
 * reads the trades. An error loses its fields when it passes between threads, so the thread returns the problem as its
 * result.
 */
export class RefusedQuery extends Error {
  override readonly name = 'RefusedQuery';

  constructor(readonly problem: FieldProblem) {
    super(`${problem.field} ${problem.message}`);
  }
}
