import { useState } from 'preact/hooks';
import { ApiProblem } from '../../api/problem.js';
import { type Project, deleteProject, getProject } from '../../api/projects.js';
import { listSessions } from '../../api/sessions.js';
import { keptDraft } from '../drop/kept-draft.js';
import { useOpenedDrop } from '../drop/use-opened-drop.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { useAction } from '../ui/use-action.js';
import { useAnswer } from '../ui/use-answer.js';

/** Offers to remove the empty project of an import that was broken off, for example when the browser crashed. */
export function EmptyDraft() {
  const [id, setId] = useState(() => keptDraft.read());
  const isInUse = useOpenedDrop() !== null;
  const { value } = useAnswer(isInUse ? null : id, (signal) => emptyProject(id!, signal));
  const action = useAction();
  const forget = () => {
    keptDraft.remove();
    setId(null);
  };
  if (isInUse || !value) return null;
  return (
    <div class="last-drop">
      <p>
        <strong>{value.name}</strong> is empty, because its import was not finished.
      </p>
      <button
        type="button"
        onClick={() =>
          action.run(async () => {
            await deleteProject(value.id);
            forget();
          })
        }
      >
        Remove it
      </button>
      <button type="button" class="plain" onClick={forget}>
        Keep it
      </button>
      {action.problem && <ProblemNotice problem={action.problem} />}
    </div>
  );
}

/** Returns the project if it exists and has no sessions. Otherwise removes its id from the browser's storage. */
async function emptyProject(id: string, signal: AbortSignal): Promise<Project | null> {
  const project = await getProject(id, signal).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  });
  const found = project && (await listSessions({ projectId: id, count: 1 }, signal));
  if (project && found?.sessions.length === 0) return project.project;
  keptDraft.remove();
  return null;
}
