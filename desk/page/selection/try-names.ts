import { getSelection } from '../../api/selection.js';
import { useAnswer } from '../ui/use-answer.js';

/** Maximum number of tries whose names are read. The names of the best tries are read first. */
const MAX_NAMED = 500;

/**
 * Returns a function that returns the name of a session of a study. If the name was not read, the function returns the
 * start of the session's id.
 */
export function useTryNames(projectId: string, study: string): (id: string) => string {
  const answer = useAnswer(`names ${projectId} ${study}`, (signal) =>
    getSelection(projectId, { study: study || undefined, count: MAX_NAMED }, signal),
  );
  const names = new Map(answer.value?.sessions.map(({ sessionId, name }) => [sessionId, name]));
  return (id) => names.get(id) ?? `Session ${id.slice(0, 8)}`;
}
