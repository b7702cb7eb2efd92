import { useEffect, useState } from 'preact/hooks';
import { type ProjectRecord, deleteProject } from '../../api/projects.js';
import { useScopes } from '../../api/scopes.js';
import { plural } from '../../report/format.js';
import { DropTarget, ImportRunsButton } from '../drop/drop-target.js';
import { projectLink, projectsLink } from '../router/route.js';
import { open, replaceLink } from '../router/use-route.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { later } from '../ui/later.js';
import { Page } from '../ui/page.js';
import { SearchField } from '../ui/search-field.js';
import { ProjectForm } from './project-form.js';
import { ProjectsTable } from './projects-table.js';

const StartPage = later(async () => (await import('../start/start-page.js')).StartPage);

type Shown =
  { readonly dialog: 'create' } | { readonly dialog: 'change' | 'delete'; readonly project: ProjectRecord };

/** All projects, newest first. */
export function ProjectsPage({ search }: { search: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isStart, setStart] = useState(false);
  const { mayWrite } = useScopes();
  const close = () => setShown(null);
  const create = () => setShown({ dialog: 'create' });
  return (
    <Page
      title={isStart ? 'Welcome' : 'Projects'}
      path={[]}
      facts={isStart && <p class="facts quiet">Find out whether a backtest is good, or only lucky.</p>}
      actions={
        mayWrite &&
        !isStart && (
          <>
            <ImportRunsButton project={null} />
            <button type="button" class="primary" onClick={create}>
              New project
            </button>
          </>
        )
      }
    >
      <DropTarget project={null} />
      {!isStart && (
        <div class="filters">
          <div class="inputs" role="search">
            <SearchField value={search} change={(text) => replaceLink(projectsLink(text))} />
          </div>
        </div>
      )}
      <ProjectsTable
        key={search}
        search={search}
        start={<Start create={create} follow={setStart} />}
        change={(project) => setShown({ dialog: 'change', project })}
        remove={(project) => setShown({ dialog: 'delete', project })}
      />
      {shown?.dialog === 'create' && <ProjectForm close={close} done={({ id }) => open(projectLink(id))} />}
      {shown?.dialog === 'change' && <ProjectForm project={shown.project} close={close} done={close} />}
      {shown?.dialog === 'delete' && (
        <ConfirmDialog
          title="Delete project"
          label="Delete"
          isDangerous
          close={close}
          confirm={async () => {
            await deleteProject(shown.project.id, { withSessions: shown.project.sessionCount > 0 });
            close();
          }}
        >
          <p>
            Delete the project <strong>{shown.project.name}</strong>
            {shown.project.sessionCount > 0 && ` with ${plural(shown.project.sessionCount, 'session')}`}? This
            cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** The content of an empty workspace. The page around it then has neither a search nor actions of its own. */
function Start({ create, follow }: { create: () => void; follow: (isShown: boolean) => void }) {
  useEffect(() => {
    follow(true);
    return () => follow(false);
  }, []);
  return <StartPage create={create} />;
}
