import type { ApiProblem } from '../../../api/problem.js';
import type { FileLooks } from '../files/file-looks.js';
import { ASKED, type AskedName, type RunFile } from './run-file.js';

/** Fields of problems that concern the whole file. */
const OF_FILE: ReadonlySet<string> = new Set(['file', 'source']);

const isAsked = (field: string): field is AskedName => ASKED.some((name) => name === field);

/** Returns true if the problem has nothing to do with the file, so that other files would meet it too. */
export const concernsAll = ({ status, code }: ApiProblem): boolean =>
  [0, 401, 403, 404, 429].includes(status) || status >= 500 || code.startsWith('QUOTA_');

/** Returns true if it is unknown whether the service has done what was asked. */
export const isOutcomeUnknown = ({ status, code }: ApiProblem): boolean =>
  status === 0 || (status >= 500 && code !== 'BUSY' && code !== 'STORAGE_FULL');

/** The message of the service about a csv or JSON whose columns or fields it does not know. */
const UNKNOWN = /no header that is known|no result of freqtrade/;

/** Returns true if the form of a file is unknown, and false if the form is known but the file has wrong content. */
export const isUnknown = ({ details }: ApiProblem, { isReadable }: FileLooks): boolean =>
  !isReadable || details.some(({ message }) => UNKNOWN.test(message));

/** Returns the state of a file that the service refuses. */
export function refusalOf(
  { needs }: Pick<RunFile, 'needs'>,
  problem: ApiProblem,
): Pick<RunFile, 'phase' | 'needs'> {
  const fields = problem.details.map(({ field }) => field);
  if (fields.length === 0) return { phase: 'refused', needs };
  if (fields.every(isAsked)) return { phase: 'asking', needs: [...new Set([...needs, ...fields])] };
  if (fields.every((field) => OF_FILE.has(field))) return { phase: 'unrecognised', needs };
  return { phase: 'refused', needs };
}
