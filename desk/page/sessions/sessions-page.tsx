import { useState } from 'preact/hooks';
import { getProject } from '../../api/projects.js';
import { comparisonLink, sessionLink } from '../router/route.js';
import { open } from '../router/use-route.js';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { NewSessionForm } from './new-session-form.js';
import { type SessionFilter, SessionFilters } from './session-filters.js';
import { SessionsTable } from './sessions-table.js';

/** The maximum number of sessions that can be compared at once. */
const MAX_COMPARED = 20;

export function SessionsPage({ projectId }: { projectId: string }) {
  const { value, problem, reload } = useAnswer(projectId, (signal) => getProject(projectId, signal));
  const [filter, setFilter] = useState<SessionFilter>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isCreating, setCreating] = useState(false);
  const project = value?.project;
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((other) => other !== id)));
  const canCompare = chosen.length >= 2 && chosen.length <= MAX_COMPARED;
  return (
    <Page
      title={project?.name ?? 'Project'}
      path={[]}
      facts={<p class="facts quiet">{project ? `${project.symbol} · ${project.timeframe}` : '\u00a0'}</p>}
      actions={
        <button type="button" class="primary" disabled={!project} onClick={() => setCreating(true)}>
          New session
        </button>
      }
    >
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!project && !problem && <Skeleton rows={4} />}
      {project && (
        <>
          <div class="filters">
            <SessionFilters projectId={projectId} filter={filter} change={setFilter} />
            <button
              type="button"
              disabled={!canCompare}
              title={canCompare ? undefined : 'Check 2 to 20 sessions to compare them'}
              onClick={() => open(comparisonLink(projectId, chosen))}
            >
              {chosen.length > 0 ? `Compare ${chosen.length}` : 'Compare'}
            </button>
          </div>
          <SessionsTable
            key={JSON.stringify(filter)}
            projectId={projectId}
            filter={filter}
            chosen={chosen}
            choose={choose}
          />
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
