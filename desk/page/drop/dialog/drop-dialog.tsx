import { useState } from 'preact/hooks';
import { plural } from '../../../report/format.js';
import { projectLink, projectsLink } from '../../router/route.js';
import { open } from '../../router/use-route.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Dialog } from '../../ui/dialog.js';
import { PauseNotice } from '../../ui/pause-notice.js';
import { ProblemNotice } from '../../ui/problem-notice.js';
import { MAX_FILES } from '../files/dropped-files.js';
import type { Opening } from '../opened-drop.js';
import type { Drop } from '../state/drop.js';
import { type OldSession, isOpen, madeSessions } from '../state/run-file.js';
import { summaryOf } from '../state/summary.js';
import { useFileDrop } from '../use-file-drop.js';
import { CalendarQuestion } from './calendar-question.js';
import { CommonSettings } from './common-settings.js';
import { DropFooter } from './drop-footer.js';
import { ChooseButtons, Companions, FilePicker } from './file-picker.js';
import { FileTable } from './file-table.js';
import { MissingFields } from './missing-fields.js';
import { MoneyQuestions } from './money-questions.js';
import { NewProjectFields } from './new-project-fields.js';
import { useDrop } from './use-drop.js';

type Asking = { readonly dialog: 'undo' } | { readonly dialog: 'old'; readonly old: readonly OldSession[] };

/** Previews files, stores them as sessions, and shows the outcome of each. */
export function DropDialog({ opening }: { opening: Opening }) {
  const drop = useDrop(opening);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { files, storing, problem, project } = drop;
  const made = madeSessions(files, drop.removed);
  const take = (items: Opening['items']) => void drop.addItems(items);
  const isOver = useFileDrop(take, () => drop.storing === null && asking === null);
  const close = () => {
    const id = project.knownId;
    void drop.close();
    if (drop.storing === null && project.isNew && id && made.length > 0) open(projectLink(id));
  };
  const isOfProject = problem?.details.some(({ field }) => ['name', 'symbol', 'timeframe'].includes(field));
  return (
    <Dialog title={titleOf(opening, drop, made.length > 0)} close={close} isFull>
      <div class={isOver ? 'text drop-body over' : 'text drop-body'}>
        <PauseNotice />
        {files.length > 0 && <Head drop={drop} take={take} />}
        {files.length === 0 && !drop.isFinding && (
          <FilePicker take={take} leftOut={drop.leftOut} companions={drop.companions} />
        )}
        {files.length === 0 && drop.isFinding && <p role="status">Looking for files …</p>}
        {problem && !storing && !isOfProject && (
          <ProblemNotice
            problem={problem}
            retry={files.some(({ phase }) => phase === 'waiting') ? () => drop.resume() : undefined}
          />
        )}
        {!storing && <MissingFields drop={drop} />}
        {!storing && <MoneyQuestions drop={drop} />}
        {!storing && <CalendarQuestion drop={drop} />}
        {project.isNew && made.length === 0 && !storing && files.some(isOpen) && (
          <NewProjectFields
            project={drop.newProject}
            edit={(fields) => drop.editProject(fields)}
            problem={problem}
          />
        )}
        {files.length > 0 && (
          <FileTable drop={drop} close={close} removeOld={(old) => setAsking({ dialog: 'old', old })} />
        )}
        {files.length > 0 && !storing && <CommonSettings drop={drop} />}
      </div>
      <DropFooter drop={drop} close={close} undo={() => setAsking({ dialog: 'undo' })} />
      {asking?.dialog === 'undo' && (
        <RemoveDialog
          many={made.length}
          trades={made.reduce((sum, { tradeCount }) => sum + tradeCount, 0)}
          remove={async () => {
            // The page leaves the project before the undo, because the undo deletes a project that this drop created.
            if (project.isNew) open(projectsLink());
            await drop.undo();
          }}
          close={() => setAsking(null)}
        />
      )}
      {asking?.dialog === 'old' && (
        <RemoveDialog
          many={asking.old.length}
          names={asking.old.map(({ name }) => name)}
          remove={() => drop.removeOld(asking.old)}
          close={() => setAsking(null)}
        />
      )}
    </Dialog>
  );
}

function titleOf({ project }: Opening, { newProject, storing }: Drop, isAnyStored: boolean): string {
  if (project) return `Import into ${project.name}`;
  return isAnyStored || storing ? `Import into ${newProject.name}` : 'Import into a new project';
}

/** The facts that are known about all files, and the files that were left out. */
function Head({ drop, take }: { drop: Drop; take: (files: readonly File[]) => void }) {
  const { files, removed, leftOut, companions, areTooMany, storing } = drop;
  return (
    <div class="drop-head">
      <div>
        <p role="status">{summaryOf(files, removed)}</p>
        {leftOut > 0 && (
          <p class="small quiet">
            {plural(leftOut, 'other file', 'other files')} of the folder {leftOut === 1 ? 'is' : 'are'} left
            out.
          </p>
        )}
        <Companions count={companions} />
        {areTooMany && <p class="small down">Only {MAX_FILES} files are read at once.</p>}
      </div>
      <div class="row">
        <ChooseButtons take={take} isDisabled={storing !== null} verb="Add" />
      </div>
    </div>
  );
}

function RemoveDialog(props: {
  many: number;
  trades?: number;
  names?: readonly string[];
  remove: () => Promise<void>;
  close: () => void;
}) {
  // While sessions are being removed, the drop no longer counts them. The dialog keeps the numbers and names from when
  // it was opened.
  const [{ many, trades, names }] = useState(props);
  return (
    <ConfirmDialog
      title={`Delete ${plural(many, 'session')}`}
      label="Delete"
      isDangerous
      close={props.close}
      confirm={async () => {
        await props.remove();
        props.close();
      }}
    >
      <p>
        Delete {names ? <strong>{names.join(', ')}</strong> : plural(many, 'session')}
        {trades !== undefined && ` with ${plural(trades, 'trade')}`}? This cannot be undone.
        {!names && ' You can drop the files again.'}
      </p>
    </ConfirmDialog>
  );
}
