import { useState } from 'preact/hooks';
import { type Project, deleteProject } from '../../api/projects.js';
import { DropTarget, ImportRunsButton } from '../drop/drop-target.js';
import { projectLink, projectsLink } from '../router/route.js';
import { open, replaceLink } from '../router/use-route.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Page } from '../ui/page.js';
import { SearchField } from '../ui/search-field.js';
import { ProjectForm } from './project-form.js';
import { ProjectsTable } from './projects-table.js';

type Shown =
  { readonly dialog: 'create' } | { readonly dialog: 'change' | 'delete'; readonly project: Project };

/** All projects, newest first. */
export function ProjectsPage({ search }: { search: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <Page
      title="Projects"
      path={[]}
      actions={
        <>
          <ImportRunsButton project={null} />
          <button type="button" class="primary" onClick={() => setShown({ dialog: 'create' })}>
            New project
          </button>
        </>
      }
    >
      <DropTarget project={null} />
      <div class="filters">
        <div class="inputs" role="search">
          <SearchField value={search} change={(text) => replaceLink(projectsLink(text))} />
        </div>
      </div>
      <ProjectsTable
        key={search}
        search={search}
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
