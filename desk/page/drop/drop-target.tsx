import { useScopes } from '../../api/scopes.js';
import { type Opening, openDrop } from './opened-drop.js';
import { useFileDrop } from './use-file-drop.js';

/**
 * Makes the whole window a target for files, unless a dialog is open.
 * @param project the project of the page; undefined until it is loaded
 */
export function DropTarget({ project }: { project: Opening['project'] | undefined }) {
  const { mayWrite } = useScopes();
  const isOver = useFileDrop(
    (items) => project !== undefined && openDrop({ project, items }),
    () => mayWrite && project !== undefined && !document.querySelector('dialog[open]'),
  );
  if (!isOver) return null;
  return (
    <div class="drop-overlay" aria-hidden="true">
      <p>Drop the files to import them into {project ? project.name : 'a new project'}</p>
    </div>
  );
}

/** Opens the import of runs, where the user chooses files or a folder. */
export function ImportRunsButton({
  project,
  isDisabled,
}: Pick<Opening, 'project'> & { isDisabled?: boolean }) {
  const { mayWrite } = useScopes();
  if (!mayWrite) return null;
  return (
    <button type="button" disabled={isDisabled} onClick={() => openDrop({ project, items: [] })}>
      Import files
    </button>
  );
}
