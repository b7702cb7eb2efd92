import type { PreviewedSession } from '../../../api/runs.js';
import { type RunFile, isPending } from '../state/run-file.js';

/** A session of a file as the table shows it. */
export interface Shown {
  readonly preview: PreviewedSession;
  readonly name: string;
  /** Id of the session; null if it is not stored. */
  readonly id: string | null;
  /** True if this drop creates or has created the session. */
  readonly isMade: boolean;
}

export interface StateLabel {
  readonly label: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'gone';
}

const WITHOUT_SESSIONS: Readonly<Partial<Record<RunFile['phase'], StateLabel>>> = {
  waiting: { label: 'Waiting', tone: 'plain' },
  reading: { label: 'Reading …', tone: 'plain' },
  asking: { label: 'Incomplete', tone: 'bad' },
  unclear: { label: 'Unclear', tone: 'bad' },
  unrecognised: { label: 'Not recognised', tone: 'bad' },
  refused: { label: 'Refused', tone: 'bad' },
};

/**
 * Returns the sessions of a file; none if the service has never read the file. The sessions stay visible while the file
 * is read again.
 */
export function shownOf(file: RunFile): Shown[] {
  const { phase, preview, stored } = file;
  if (phase in WITHOUT_SESSIONS && !isPending(file)) return [];
  return preview.map((one, place) => {
    const made = stored[place];
    return {
      preview: one,
      name: made?.session.name ?? one.session.name,
      id: made?.session.id ?? one.sessionId,
      isMade: made?.created ?? one.created,
    };
  });
}

/** Returns the state of a file, or of one of its sessions, as a label. */
export function stateOf(
  { phase, problem }: RunFile,
  one: Shown | null = null,
  removed: ReadonlySet<string> = new Set(),
): StateLabel {
  const without = WITHOUT_SESSIONS[phase];
  if (without) return without;
  if (one?.id && removed.has(one.id)) return { label: 'Removed', tone: 'gone' };
  if (one && !one.isMade) return { label: 'Already there', tone: 'plain' };
  if (phase === 'stored') return { label: 'Stored', tone: 'good' };
  if (phase === 'storing') return { label: 'Storing …', tone: 'plain' };
  return problem ? { label: 'Not stored', tone: 'bad' } : { label: 'New', tone: 'good' };
}
