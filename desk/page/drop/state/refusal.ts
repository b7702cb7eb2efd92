import type { ApiProblem } from '../../../api/problem.js';
import { refusedMoney } from '../../money/money-question.js';
import { ASKED, type AskedName, type RunFile } from './run-file.js';

/** Fields of problems that concern the whole file. */
const OF_FILE: ReadonlySet<string> = new Set(['file', 'source']);

const isAsked = (field: string): field is AskedName => ASKED.some((name) => name === field);

/** Returns true if the problem does not concern the file alone, so that any other file would have the same problem. */
export const concernsAll = ({ status, code }: ApiProblem): boolean =>
  [0, 401, 403, 404, 429].includes(status) || status >= 500 || code.startsWith('QUOTA_');

/** Returns true if the service may or may not have processed the request. */
export const isOutcomeUnknown = ({ status, code }: ApiProblem): boolean =>
  status === 0 || (status >= 500 && code !== 'BUSY' && code !== 'STORAGE_FULL');

/** The service's message about a csv or JSON file whose columns or fields are unknown. */
const UNKNOWN = /no header that is known|no result of freqtrade/;

/** Returns the state of a file that the service refuses. */
export function refusalOf(
  { needs, preview }: Pick<RunFile, 'needs' | 'preview'>,
  problem: ApiProblem,
): Pick<RunFile, 'phase' | 'needs' | 'question'> {
  const question = refusedMoney(problem, preview);
  if (question) return { phase: question.choices.length > 0 ? 'unclear' : 'refused', needs, question };
  return { ...otherRefusal(needs, problem), question };
}

function otherRefusal(needs: RunFile['needs'], problem: ApiProblem): Pick<RunFile, 'phase' | 'needs'> {
  const fields = problem.details.map(({ field }) => field);
  if (fields.length === 0) return { phase: 'refused', needs };
  if (fields.every(isAsked)) return { phase: 'asking', needs: [...new Set([...needs, ...fields])] };
  const isUnknown = problem.details.some(({ message }) => UNKNOWN.test(message));
  if (isUnknown && fields.every((field) => OF_FILE.has(field))) return { phase: 'unrecognised', needs };
  return { phase: 'refused', needs };
}
