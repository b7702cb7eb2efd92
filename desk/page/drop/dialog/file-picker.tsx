import { plural } from '../../../report/format.js';
import { TOOL_NAMES } from '../../ui/import-tools.js';
import { chooseFiles } from './choose-files.js';

interface Props {
  readonly take: (files: readonly File[]) => void;
  readonly isDisabled?: boolean;
}

/**
 * The content of the dialog before a file is chosen.
 * @param leftOut number of files that were found in a folder and left out, because they cannot be results
 */
export function FilePicker({ take, leftOut }: Props & { leftOut: number }) {
  return (
    <div class="drop-start">
      <p class="drop-title">Drop files or a folder here</p>
      <p class="quiet">Each run in them becomes a session. You see all of them before anything is stored.</p>
      {leftOut > 0 && (
        <p class="down" role="status">
          The folder has {plural(leftOut, 'file')}, but none that can be a result.
        </p>
      )}
      <div class="row">
        <ChooseButtons take={take} />
      </div>
      <p class="small quiet">
        Results of {TOOL_NAMES} (csv, JSON or zip), our own exports, and any csv with columns for side,
        quantity, and the times and prices of entry and exit.
      </p>
    </div>
  );
}

export function ChooseButtons({
  take,
  isDisabled = false,
  verb = 'Choose',
}: Props & { verb?: 'Choose' | 'Add' }) {
  return (
    <>
      <button
        type="button"
        {...(verb === 'Choose' && { 'data-first': true })}
        disabled={isDisabled}
        onClick={() => chooseFiles('files', take)}
      >
        {verb} files
      </button>
      <button type="button" disabled={isDisabled} onClick={() => chooseFiles('folder', take)}>
        {verb} a folder
      </button>
    </>
  );
}
