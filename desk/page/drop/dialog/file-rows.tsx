import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { titleOf } from '../../money/money-question.js';
import { sessionLink } from '../../router/route.js';
import type { Drop } from '../state/drop.js';
import { type OldSession, type RunFile, isDone, isOpen } from '../state/run-file.js';
import { FileActions } from './file-actions.js';
import { fileNotes, sessionNotes } from './file-notes.js';
import { FileSettings } from './file-settings.js';
import { lackOf } from './setting-field.js';
import { SessionCells } from './session-cells.js';
import { type Shown, shownOf, stateOf } from './shown-sessions.js';

/** Number of columns of the table. */
export const COLUMN_COUNT = 12;

/** The rows of a file: one for each session, or a single row with the reason why the file has no session. */
export function FileRows(props: {
  file: RunFile;
  drop: Drop;
  close: () => void;
  removeOld: (old: readonly OldSession[]) => void;
}) {
  const { file, drop } = props;
  const [isEditing, setEditing] = useState(false);
  const shown = shownOf(file);
  const actions = drop.storing ? null : (
    <FileActions file={file} edit={() => setEditing(true)} leaveOut={() => drop.leaveOut(file.id)} />
  );
  const notes = fileNotes(file, drop, props.removeOld);
  return (
    <tbody>
      {shown.length === 0 && (
        <tr>
          <th scope="row" class="name">
            {file.file.name}
          </th>
          <PathCell file={file} name={file.file.name} />
          <td>
            <StateLabel {...stateOf(file)} />
          </td>
          <td colSpan={COLUMN_COUNT - 4} class="quiet">
            {file.phase === 'asking' && lackOf(file)}
            {file.question && `${titleOf(file.question)}.`}
          </td>
          <td class="num">{actions}</td>
        </tr>
      )}
      {shown.map((one, place) => (
        <SessionRow
          key={place}
          {...props}
          one={one}
          actions={place === 0 ? actions : null}
          isLinked={drop.storing === null}
        />
      ))}
      {notes && <NoteRow>{notes}</NoteRow>}
      {isEditing && (
        <NoteRow>
          <FileSettings
            file={file}
            label={isDone(file) ? 'Preview the new session' : 'Read the file again'}
            apply={(settings) =>
              isDone(file) ? drop.importAgain(file, settings) : drop.setSettings(file.id, settings)
            }
            close={() => setEditing(false)}
          />
        </NoteRow>
      )}
    </tbody>
  );
}

function SessionRow(props: {
  file: RunFile;
  drop: Drop;
  one: Shown;
  actions: ComponentChildren;
  isLinked: boolean;
  close: () => void;
}) {
  const { file, drop, one, isLinked } = props;
  const state = stateOf(file, one, drop.removed);
  const linkedId = isLinked && one.id !== null && !drop.removed.has(one.id) ? one.id : null;
  const [isProofOpen, setProofOpen] = useState(false);
  const notes = sessionNotes(one.preview, isProofOpen);
  const setFeed = (feed: string) => drop.setSettings(file.id, { ...file.settings, feed });
  return (
    <>
      <tr class={state.tone}>
        <th scope="row" class="name" title={one.name}>
          {linkedId ? (
            <a href={sessionLink(linkedId)} onClick={props.close}>
              {one.name}
            </a>
          ) : (
            one.name
          )}
        </th>
        <PathCell file={file} name={one.name} />
        <td>
          <StateLabel {...state} />
        </td>
        <SessionCells
          preview={one.preview}
          name={one.name}
          setFeed={isOpen(file) && !drop.storing ? setFeed : null}
          feed={file.settings.feed}
          isProofOpen={isProofOpen}
          toggleProof={() => setProofOpen(!isProofOpen)}
        />
        <td class="num">{props.actions}</td>
      </tr>
      {notes && <NoteRow>{notes}</NoteRow>}
    </>
  );
}

/** The path of a file, unless it is the name of the row. Of a long path, the style sheet cuts the start. */
const PathCell = ({ file: { path }, name }: { file: RunFile; name: string }) => (
  <td class="small quiet" title={path}>
    <bdi>{path === name ? '' : path}</bdi>
  </td>
);

const StateLabel = ({ label, tone }: { label: string; tone: string }) => (
  <span class={`drop-state ${tone}`}>{label}</span>
);

function NoteRow({ children }: { children: ComponentChildren }) {
  return (
    <tr class="notes">
      <td colSpan={COLUMN_COUNT}>
        <div class="drop-notes">{children}</div>
      </td>
    </tr>
  );
}
