import { useMemo, useState } from 'preact/hooks';
import { getProject } from '../../api/projects.js';
import { useScopes } from '../../api/scopes.js';
import { getParameters } from '../../api/selection.js';
import { DropTarget, ImportRunsButton } from '../drop/drop-target.js';
import { LastDrop } from '../drop/last-drop.js';
import { projectLink, sessionLink } from '../router/route.js';
import { open, replaceLink } from '../router/use-route.js';
import { SampleNotice } from '../start/sample-notice.js';
import { StudyChoice } from '../selection/study-choice.js';
import { TriesNav } from '../selection/tries-nav.js';
import { useTriesText } from '../selection/tries-text.js';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { NewSessionForm } from './create/new-session-form.js';
import { queryOf, viewOf } from './list-view.js';
import { SessionList } from './session-list.js';

/** The page of a project: its sessions, which the user can rank, filter and compare. */
export function SessionsPage({ projectId, query }: { projectId: string; query: string }) {
  const { value, problem, reload } = useAnswer(projectId, (signal) => getProject(projectId, signal));
  const [isCreating, setCreating] = useState(false);
  const { mayWrite } = useScopes();
  const project = value?.project;
  const view = useMemo(() => viewOf(query), [query]);
  const { value: found } = useAnswer(
    `parameters ${projectId} ${view.study}`,
    (signal) => getParameters(projectId, { study: view.study || undefined }, signal),
    () => true,
  );
  const tries = useTriesText(projectId, view.study, found?.studies);
  return (
    <Page
      title={project?.name ?? 'Project'}
      path={[]}
      facts={
        <p class="facts quiet" data-tries>
          {tries}
          {'\u00a0'}
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
      {project && (
        <>
          <div class="tabs-row">
            <TriesNav projectId={projectId} page={null} study={view.study} />
            <StudyChoice
              names={found?.studies.flatMap((each) => each.study ?? []) ?? []}
              study={view.study}
              withAll
              change={(study) => replaceLink(projectLink(projectId, queryOf({ ...view, study })))}
            />
          </div>
          <SessionList projectId={projectId} view={view} parameters={found?.parameters} />
        </>
      )}
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
