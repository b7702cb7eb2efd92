import { forgetDrop, showDrop } from './opened-drop.js';
import { useOpenedDrop } from './use-opened-drop.js';

/**
 * A line about the sessions that the last drop has stored in this project, with a button that shows the files of the
 * drop again.
 */
export function LastDrop({ projectId }: { projectId: string }) {
  const opened = useOpenedDrop();
  if (!opened?.outcome || opened.isShown || opened.outcome.projectId !== projectId) return null;
  return (
    <div class="last-drop" role="status">
      <p>{opened.outcome.text}</p>
      <button type="button" class="plain" onClick={showDrop}>
        Show the import
      </button>
      <button type="button" class="plain" aria-label="Dismiss" onClick={forgetDrop}>
        ✕
      </button>
    </div>
  );
}
