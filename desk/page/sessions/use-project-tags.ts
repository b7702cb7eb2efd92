import { listTags } from '../../api/projects.js';
import { useAnswer } from '../ui/use-answer.js';

/** Returns the tags of a project's sessions, as options with the number of sessions. */
export function useProjectTags(projectId: string): (readonly [tag: string, label: string])[] {
  const { value } = useAnswer(`tags of ${projectId}`, (signal) => listTags(projectId, signal));
  return (value?.tags ?? []).map(({ tag, sessions }) => [tag, `${tag} (${sessions})`]);
}
