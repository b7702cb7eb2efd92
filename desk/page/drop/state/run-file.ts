import type { ApiProblem } from '../../../api/problem.js';
import type { MoneyQuestion } from '../../money/money-question.js';
import type { ImportedSession, PreviewedSession, RunSettings } from '../../../api/runs.js';

/** Parameters that a file may lack. The user enters them once for all files of a drop. */
export const ASKED = ['initialBalance', 'symbol', 'timezone', 'dateOrder'] as const;
export type AskedName = (typeof ASKED)[number];

/** An existing session that a new session replaces. */
export interface OldSession {
  readonly id: string;
  readonly name: string;
}

/**
 * - `waiting`, `reading`: the service has not read the file yet
 * - `asking`: the file lacks parameters
 * - `unclear`: the user has to say what the profits in the file mean
 * - `unrecognised`: the columns or the fields of the file are not known
 * - `refused`: the file has wrong rows, or the service refused the file for another reason
 * - `read`: `preview` contains the sessions of the file; this drop has stored none of them
 * - `storing`, `stored`
 */
type Phase =
  'waiting' | 'reading' | 'asking' | 'unclear' | 'unrecognised' | 'refused' | 'read' | 'storing' | 'stored';

/** A file of a drop and its state. */
export interface RunFile {
  readonly id: number;
  readonly file: File;
  readonly path: string;
  /** Settings of this file alone. */
  readonly settings: RunSettings;
  /** Parameters that the file lacks. */
  readonly needs: readonly AskedName[];
  readonly phase: Phase;
  readonly preview: readonly PreviewedSession[];
  readonly stored: readonly ImportedSession[];
  /** The reason why the file was not read or not stored. */
  readonly problem: ApiProblem | null;
  /** The question about the profits of a file that is unclear, or refused because they disagree with the prices. */
  readonly question: MoneyQuestion | null;
  /** The first lines of a file that is not recognised. */
  readonly lines: readonly string[];
  /** Id that is the same for all attempts to store the file. */
  readonly attempt: string;
  /** Existing sessions of the same file, imported with other settings. */
  readonly replaces: readonly OldSession[];
}

/** Returns true if storing the file would create a session. */
export const isStorable = ({ phase, preview }: RunFile): boolean =>
  phase === 'read' && preview.some(({ created }) => created);

/** Returns true if the service has not read the file yet. */
export const isPending = ({ phase }: RunFile): boolean => phase === 'waiting' || phase === 'reading';

/** Returns true if the file may still be stored. */
export const isOpen = (file: RunFile): boolean =>
  isStorable(file) || isPending(file) || file.phase === 'asking' || file.phase === 'unclear';

/** Returns the number of sessions that storing these files would create. */
export const newSessions = (files: readonly RunFile[]): number =>
  files
    .filter(isStorable)
    .flatMap(({ preview }) => preview)
    .filter(({ created }) => created).length;

/** Returns the sessions that this drop has created and that still exist. */
export const madeSessions = (files: readonly RunFile[], removed: ReadonlySet<string>): ImportedSession[] =>
  files.flatMap(({ stored }) => stored).filter(({ created, session }) => created && !removed.has(session.id));

/** Returns the existing sessions of a file, whether this drop or an earlier import has created them. */
export function existingSessions({ phase, preview, stored }: RunFile): OldSession[] {
  if (phase === 'stored') return stored.map(({ session: { id, name } }) => ({ id, name }));
  return preview.flatMap(({ sessionId, session: { name } }) => (sessionId ? [{ id: sessionId, name }] : []));
}

/** Returns the earlier sessions that may be deleted, because the sessions of a file replace them. */
export const replacedSessions = (
  { replaces, stored }: RunFile,
  removed: ReadonlySet<string>,
): readonly OldSession[] =>
  replaces.filter(({ id }) => !removed.has(id) && !stored.some(({ session }) => session.id === id));

/** Returns true if all sessions of a file exist, so that the file can only be imported again with other settings. */
export const isDone = (file: RunFile): boolean =>
  file.phase === 'stored' || (file.phase === 'read' && !isStorable(file));
