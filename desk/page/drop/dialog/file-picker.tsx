import type { TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { plural } from '../../../report/format.js';
import { RESULT_FILES, TOOL_NAMES } from '../../ui/import-tools.js';

interface Props {
  readonly take: (files: readonly File[]) => void;
  readonly isDisabled?: boolean;
}

/**
 * The content of the dialog before a file is chosen.
 * @param leftOut number of files that were found in a folder and left out, because they cannot be results
 * @param companions number of companions of freqtrade results that were left out
 */
export function FilePicker({ take, leftOut, companions }: Props & { leftOut: number; companions: number }) {
  return (
    <div class="drop-start">
      <p class="drop-title">Drop files or a folder here</p>
      <p class="quiet">Each run in them becomes a session. You see all of them before anything is stored.</p>
      {leftOut > 0 && (
        <p class="down" role="status">
          The folder has {plural(leftOut, 'file')}, but none that can be a result.
        </p>
      )}
      <Companions count={companions} />
      <div class="row">
        <ChooseButtons take={take} />
      </div>
      <p class="small quiet">
        Results of {TOOL_NAMES} (csv, JSON, xlsx, HTML or zip), our own exports, and any csv with columns for
        side, quantity, and the times and prices of entry and exit.
      </p>
    </div>
  );
}

/** One line about the files that only accompany results of freqtrade. */
export const Companions = ({ count }: { count: number }) =>
  count > 0 ? (
    <p class="small quiet">
      {plural(count, 'companion file', 'companion files')} of freqtrade {count === 1 ? 'is' : 'are'} left out.
    </p>
  ) : null;

/** The types of Preact do not know this attribute. */
const OF_FOLDERS = { webkitdirectory: true };

export function ChooseButtons({
  take,
  isDisabled = false,
  isPrimary = false,
  verb = 'Choose',
}: Props & { isPrimary?: boolean; verb?: 'Choose' | 'Add' }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const takeChosen = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const chosen = Array.from(currentTarget.files ?? []);
    // Without this, choosing the same file again would not be a change.
    currentTarget.value = '';
    take(chosen);
  };
  // The inputs are in the document, because Chrome can collect an input outside of it while the user is choosing.
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        {...(verb === 'Choose' && { 'data-first': true })}
        disabled={isDisabled}
        onClick={() => files.current?.click()}
      >
        {verb} files
      </button>
      <input ref={files} type="file" hidden multiple accept={RESULT_FILES} onChange={takeChosen} />
      <button type="button" disabled={isDisabled} onClick={() => folder.current?.click()}>
        {verb} a folder
      </button>
      <input ref={folder} type="file" hidden {...OF_FOLDERS} onChange={takeChosen} />
    </>
  );
}
