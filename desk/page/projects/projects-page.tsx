import { useState } from 'preact/hooks';
import { type Project, deleteProject, listProjects } from '../../api/projects.js';
import { day } from '../../report/dates.js';
import { projectLink } from '../router/route.js';
import { open } from '../router/use-route.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { ProjectForm } from './project-form.js';

type Shown =
  { readonly dialog: 'create' } | { readonly dialog: 'change' | 'delete'; readonly project: Project };

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ProjectsPage() {
  const { value, problem, reload } = useAnswer('projects', listProjects);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <Page
      title="Projects"
      path={[]}
      actions={
        <button type="button" class="primary" onClick={() => setShown({ dialog: 'create' })}>
          New project
        </button>
      }
    >
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && <Skeleton rows={4} />}
      {value && value.projects.length === 0 && (
        <p class="card empty">
          There are no projects yet. A project groups the backtest sessions of one idea: create one, then a
          session in it, and import the trades of your tool.
        </p>
      )}
      {value && value.projects.length > 0 && (
        <div class="card scroll">
          <table class="projects">
            <thead>
              <tr>
                <th scope="col">Project</th>
                <th scope="col">Symbol</th>
                <th scope="col">Timeframe</th>
                <th scope="col">Created</th>
                <th scope="col">
                  <span class="hidden-text">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.projects.map((project) => (
                <tr key={project.id}>
                  <th scope="row" class="name">
                    <a href={projectLink(project.id)}>{project.name}</a>
                  </th>
                  <td>{project.symbol}</td>
                  <td>{project.timeframe}</td>
                  <td class="nowrap">{day(project.createdAt, HERE)}</td>
                  <td class="num">
                    <button
                      type="button"
                      class="plain"
                      aria-label={`Change ${project.name}`}
                      onClick={() => setShown({ dialog: 'change', project })}
                    >
                      Change
                    </button>
                    <button
                      type="button"
                      class="plain"
                      aria-label={`Delete ${project.name}`}
                      onClick={() => setShown({ dialog: 'delete', project })}
                    >
                      Delete
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown?.dialog === 'create' && <ProjectForm close={close} done={({ id }) => open(projectLink(id))} />}
      {shown?.dialog === 'change' && <ProjectForm project={shown.project} close={close} done={close} />}
      {shown?.dialog === 'delete' && (
        <ConfirmDialog
          title="Delete project"
          label="Delete"
          isDangerous
          close={close}
          confirm={async () => {
            await deleteProject(shown.project.id);
            close();
          }}
        >
          <p>
            Delete the project <strong>{shown.project.name}</strong>? Only a project without sessions can be
            deleted.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
