import { HeadRow } from '../../../report/panels/head-row.js';
import type { Drop } from '../state/drop.js';
import type { OldSession } from '../state/run-file.js';
import { FileRows } from './file-rows.js';
import { HEADS } from './session-cells.js';

/** The files of a drop with their sessions. */
export function FileTable(props: {
  drop: Drop;
  close: () => void;
  removeOld: (old: readonly OldSession[]) => void;
}) {
  const { drop } = props;
  return (
    <div class="scroll shaded" tabIndex={0} role="region" aria-label="Files and their sessions">
      <table class="drop-files">
        <HeadRow texts={['Session', 'File', 'State', 'Markets', 'Feed']} numbers={HEADS}>
          <th scope="col">Times</th>
          <th scope="col">
            <span class="hidden-text">Actions</span>
          </th>
        </HeadRow>
        {drop.files.map((file) => (
          <FileRows key={file.id} {...props} file={file} />
        ))}
      </table>
    </div>
  );
}
