import { useState } from 'preact/hooks';
import { getProject } from '../../api/projects.js';
import { useScopes } from '../../api/scopes.js';
import { DropTarget, ImportRunsButton } from '../drop/drop-target.js';
import { LastDrop } from '../drop/last-drop.js';
import { sessionLink, triesLink } from '../router/route.js';
import { open } from '../router/use-route.js';
import { SampleNotice } from '../start/sample-notice.js';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { NewSessionForm } from './create/new-session-form.js';
import { SessionList } from './session-list.js';

/** The page of a project: its sessions, which the user can sort, filter and compare. */
export function SessionsPage({ projectId, query }: { projectId: string; query: string }) {
  const { value, problem, reload } = useAnswer(projectId, (signal) => getProject(projectId, signal));
  const [isCreating, setCreating] = useState(false);
  const { mayWrite } = useScopes();
  const project = value?.project;
  return (
    <Page
      title={project?.name ?? 'Project'}
      path={[]}
      facts={
        <p class="facts quiet">
          {project ? `${project.symbol} · ${project.timeframe} · ` : '\u00a0'}
          {project && <a href={triesLink('leaderboard', projectId)}>Leaderboard and tries</a>}
        </p>
      }
      actions={
        <>
          <ImportRunsButton project={project ?? null} isDisabled={!project} />
          {mayWrite && (
            <button type="button" class="primary" disabled={!project} onClick={() => setCreating(true)}>
              New session
            </button>
          )}
        </>
      }
    >
      <DropTarget project={project} />
      <LastDrop projectId={projectId} />
      {project && <SampleNotice project={project} />}
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!project && !problem && <Skeleton rows={4} />}
      {project && <SessionList projectId={projectId} query={query} />}
      {isCreating && project && (
        <NewSessionForm
          project={project}
          close={() => setCreating(false)}
          done={(id) => open(sessionLink(id))}
        />
      )}
    </Page>
  );
}
