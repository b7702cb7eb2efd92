import { useState } from 'preact/hooks';
import { SAMPLE_SYMBOL } from '../../../src/shared/market/sample-symbol.js';
import { type Project, deleteProject } from '../../api/projects.js';
import { useScopes } from '../../api/scopes.js';
import { projectsLink } from '../router/route.js';
import { leaveFor } from '../router/use-route.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';

/** A line in the project of the sample, with a button that removes it with all its sessions. */
export function SampleNotice({ project }: { project: Pick<Project, 'id' | 'name' | 'symbol'> }) {
  const { mayDelete } = useScopes();
  const [isAsking, setAsking] = useState(false);
  if (project.symbol !== SAMPLE_SYMBOL) return null;
  return (
    <div class="last-drop">
      <p>This is a sample: the market {SAMPLE_SYMBOL} and its candles are invented.</p>
      {mayDelete && (
        <button type="button" onClick={() => setAsking(true)}>
          Remove the sample
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Remove the sample"
          label="Remove"
          isDangerous
          close={() => setAsking(false)}
          confirm={() =>
            deleteProject(project.id, { withSessions: true, leave: () => leaveFor(projectsLink()) })
          }
        >
          <p>
            Remove <strong>{project.name}</strong> with all its sessions? You can make it again.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
