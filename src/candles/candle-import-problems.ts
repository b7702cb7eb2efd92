import { Problem } from '../shared/problems/problem.js';
import type { CandleFileError } from './import/candle-file-error.js';
import type { BarComparison } from './store/compare-bars.js';

/** Returns the error about the content of a file, with the place in the file. */
export const fileProblem = ({ field = 'file', placed }: CandleFileError): Problem =>
  new Problem('VALIDATION_FAILED', `The file cannot be imported: ${placed}.`, {
    details: [{ field, message: placed }],
  });

/** Returns the error about stored bars that the file would change. */
export function differProblem({ changed, differing }: BarComparison): Problem {
  const what =
    changed === 1
      ? '1 stored bar has other figures. To replace it'
      : `${changed} stored bars have other figures. To replace them`;
  return new Problem('CANDLES_DIFFER', `${what}, send the file again with replace=true.`, { differing });
}
