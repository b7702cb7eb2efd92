import { getSelection } from '../../api/selection.js';
import { useAnswer } from '../ui/use-answer.js';

/** The number of tries whose names are read. The best are first. */
const MAX_NAMED = 500;

/** Returns a function that names a session of a study. A session whose name is not known has the start of its id. */
export function useTryNames(projectId: string, study: string): (id: string) => string {
  const answer = useAnswer(`names ${projectId} ${study}`, (signal) =>
    getSelection(projectId, { study: study || undefined, count: MAX_NAMED }, signal),
  );
  const names = new Map(answer.value?.sessions.map(({ sessionId, name }) => [sessionId, name]));
  return (id) => names.get(id) ?? `Session ${id.slice(0, 8)}`;
}
