import { HeadRow } from '../../report/panels/head-row.js';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ProjectRecord, listProjects } from '../../api/projects.js';
import { useScopes } from '../../api/scopes.js';
import { moment } from '../../report/dates.js';
import { count, plural } from '../../report/format.js';
import { Spark } from '../../report/charts/spark.js';
import { projectLink } from '../router/route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';

/** Number of projects on a page. */
const PAGE = 50;

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  readonly search: string;
  /** The content of an empty workspace. */
  readonly start: ComponentChildren;
  readonly change: (project: ProjectRecord) => void;
  readonly remove: (project: ProjectRecord) => void;
}

/** Projects whose names contain the search text, page by page. */
export function ProjectsTable(props: Props) {
  /** The cursor of each shown page. */
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <div class="pages">
      {cursors.map((cursor, page) => (
        <ProjectsPart
          key={cursor ?? 'first'}
          {...props}
          cursor={cursor}
          more={page === cursors.length - 1 ? (next) => setCursors((before) => [...before, next]) : undefined}
        />
      ))}
    </div>
  );
}

function ProjectsPart(
  props: Props & { cursor: string | undefined; more: ((cursor: string) => void) | undefined },
) {
  const { search, cursor, more } = props;
  const { value, problem, reload } = useAnswer(`projects ${cursor ?? ''}`, (signal) =>
    listProjects({ search: search.trim() || undefined, cursor, count: PAGE }, signal),
  );
  const next = value?.nextCursor;
  return (
    <>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && <Skeleton rows={4} />}
      {value && value.projects.length > 0 && (
        <div class="card">
          <div class="scroll shaded" tabIndex={0} role="region" aria-label="Projects">
            <table class="projects cards">
              <HeadRow texts={['Project', 'Newest session']} numbers={['Sessions', 'Last change']}>
                <th scope="col">
                  <span class="hidden-text">Actions</span>
                </th>
              </HeadRow>
              <tbody>
                {value.projects.map((project) => (
                  <ProjectRow key={project.id} {...props} project={project} />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
      {value?.projects.length === 0 &&
        !next &&
        cursor === undefined &&
        (search ? <p class="card empty">No project has this text in its name.</p> : props.start)}
      {next && more && (
        <p class="more-rows">
          <button type="button" onClick={() => more(next)}>
            {value?.projects.length === 0 ? 'Search further' : 'More projects'}
          </button>
        </p>
      )}
    </>
  );
}

function ProjectRow({ project, change, remove }: Props & { project: ProjectRecord }) {
  const { mayWrite, mayDelete } = useScopes();
  return (
    <tr>
      <th scope="row" class="name">
        <a href={projectLink(project.id)}>{project.name}</a>
        <span class="face">{marketsOf(project)}</span>
      </th>
      <td class="curve">
        {project.curve.length > 1 && (
          <Spark
            values={project.curve}
            start={100}
            name={`Equity of the newest session of ${project.name}`}
          />
        )}
      </td>
      <td class="num" data-head="Sessions">
        {count(project.sessionCount)}
      </td>
      <td class="num" data-head="Last change">
        {moment(project.lastChangeAt, HERE)}
      </td>
      <td class="num buttons">
        {mayWrite && (
          <button
            type="button"
            class="plain"
            aria-label={`Change ${project.name}`}
            onClick={() => change(project)}
          >
            Change
          </button>
        )}
        {mayDelete && (
          <button
            type="button"
            class="plain"
            aria-label={`Delete ${project.name}`}
            onClick={() => remove(project)}
          >
            Delete
          </button>
        )}
      </td>
    </tr>
  );
}

/** Maximum number of markets that are named. */
const MAX_NAMED = 3;

/** Returns the markets of the newest sessions; those of the project if it has no sessions. */
function marketsOf({ symbols, symbol, timeframe }: ProjectRecord): string {
  if (symbols.length === 0) return `${symbol} · ${timeframe}`;
  const named = symbols.slice(0, MAX_NAMED).join(', ');
  const further = symbols.length - MAX_NAMED;
  if (further <= 0) return named;
  return `${named} and ${plural(further, 'further market')}`;
}
