import { type RunFile, isDone, isPending } from '../state/run-file.js';

/** The actions on a file. */
export function FileActions(props: { file: RunFile; edit: () => void; leaveOut: () => void }) {
  const { file, edit, leaveOut } = props;
  const { name } = file.file;
  if (isDone(file)) {
    return (
      <button type="button" class="plain" onClick={edit}>
        Import again<span class="hidden-text"> for {name}</span>
      </button>
    );
  }
  return (
    <>
      {!isPending(file) && (
        <button type="button" class="plain" aria-label={`Change the settings of ${name}`} onClick={edit}>
          Change
        </button>
      )}
      <button type="button" class="plain" aria-label={`Leave out ${name}`} onClick={leaveOut}>
        ✕
      </button>
    </>
  );
}
