import { plural } from '../../../report/format.js';
import type { Drop } from '../state/drop.js';
import { isPending, madeSessions, newSessions } from '../state/run-file.js';

/** The progress and the actions of a drop. */
export function DropFooter({ drop, close, undo }: { drop: Drop; close: () => void; undo: () => void }) {
  const { storing, isStopping, files, problem, removed } = drop;
  if (storing) {
    return (
      <footer>
        <progress max={storing.of} value={storing.done} aria-label="Stored files" />
        <span class="drop-progress">
          {isStopping
            ? 'Stopping after this file …'
            : `Storing ${storing.done + 1} of ${storing.of}: ${storing.name}`}
        </span>
        <button type="button" disabled={isStopping} onClick={() => drop.stop()}>
          Stop
        </button>
      </footer>
    );
  }
  const made = madeSessions(files, removed).length;
  const left = newSessions(files);
  const areRead = problem !== null || !files.some(isPending);
  return (
    <footer>
      {made > 0 && (
        <button type="button" class="drop-undo" onClick={undo}>
          {made === 1 ? 'Remove the session of this drop' : `Remove the ${made} sessions of this drop`}
        </button>
      )}
      <button type="button" class={made > 0 && left === 0 ? 'primary' : ''} onClick={close}>
        {left > 0 && made === 0
          ? 'Cancel'
          : made === 0
            ? 'Close'
            : drop.project.isNew
              ? 'Open the project'
              : 'Done'}
      </button>
      {(left > 0 || made === 0) && (
        <button
          type="button"
          class="primary"
          disabled={left === 0 || !areRead}
          onClick={() => void drop.store()}
        >
          {storeLabel(left, made > 0)}
        </button>
      )}
    </footer>
  );
}

const storeLabel = (left: number, isAnyStored: boolean): string => {
  if (left === 0) return 'Store';
  if (!isAnyStored) return `Store ${plural(left, 'session')}`;
  return left === 1 ? 'Store the other session' : `Store the other ${left} sessions`;
};
