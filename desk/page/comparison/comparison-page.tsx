import { useState } from 'preact/hooks';
import { OverlaidCurves } from '../../report/charts/overlaid-curves.js';
import { Sized } from '../../report/charts/sized.js';
import { plural } from '../../report/format.js';
import { Choice } from '../../report/panels/panel.js';
import { compareSessions, getProject } from '../../api/projects.js';
import { useFaces } from '../faces/use-faces.js';
import { projectLink } from '../router/route.js';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton, SkeletonBlock } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { ComparedFigures } from './compared-figures.js';
import { Pairs, type PairsScope } from './pairs.js';
import { Together } from './together.js';

const AXES = [
  ['time', 'By date'],
  ['days', 'From the first day'],
] as const;

const CURVES_WIDTH = 1134;
const CURVES_HEIGHT = 320;

/** A page that compares sessions of a project side by side. */
export function ComparisonPage({
  projectId,
  sessionIds,
}: {
  projectId: string;
  sessionIds: readonly string[];
}) {
  const [axis, setAxis] = useState<'time' | 'days'>('time');
  const [scope, setScope] = useState<PairsScope>('first');
  const project = useAnswer(projectId, (signal) => getProject(projectId, signal)).value?.project;
  const { value, problem, reload } = useAnswer(
    `${projectId} ${sessionIds.join()} ${scope}`,
    (signal) => compareSessions(projectId, sessionIds, scope, signal),
    (before) => before.startsWith(`${projectId} ${sessionIds.join()} `),
  );
  const faces = useFaces(projectId, value?.sessions.map(({ session }) => session.id) ?? []);
  const hasCurves = value?.sessions.some(({ equity }) => equity.length > 0);
  return (
    <Page
      title="Comparison"
      path={project ? [{ name: project.name, link: projectLink(projectId) }] : []}
      facts={
        <p class="facts quiet">
          {project ? `${project.name} · ${plural(sessionIds.length, 'session')}` : '\u00a0'}
        </p>
      }
    >
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && (
        <div class="grid">
          <div class="card span-12">
            <SkeletonBlock size="large" />
          </div>
          <div class="span-12">
            <Skeleton rows={8} />
          </div>
        </div>
      )}
      {value && (
        <div class="grid">
          <section class="card span-12" aria-label="Equity">
            <header class="card-head">
              <h2>Equity, percent of the initial balance</h2>
              <div class="tools">
                <Choice label="Horizontal axis" options={AXES} value={axis} onChange={setAxis} />
              </div>
            </header>
            {hasCurves ? (
              <Sized width={CURVES_WIDTH}>
                {(width) => (
                  <OverlaidCurves
                    curves={value.sessions.map(({ session, equity }) => ({
                      id: session.id,
                      name: faces.fullName(session),
                      points: equity,
                    }))}
                    axis={axis}
                    timeZone="UTC"
                    width={width}
                    height={CURVES_HEIGHT}
                  />
                )}
              </Sized>
            ) : (
              <p class="empty">None of these sessions has trades yet.</p>
            )}
          </section>
          <ComparedFigures sessions={value.sessions} faces={faces} />
          <Together answer={value} nameOf={faces.fullName} />
          <Pairs
            pairs={value.pairs}
            sessions={value.sessions}
            nameOf={faces.fullName}
            scope={scope}
            onScope={setScope}
          />
        </div>
      )}
    </Page>
  );
}
