import type { ComponentChildren } from 'preact';
import { amountDecimals } from '../../report/format.js';
import { getLeaderboard } from '../../api/selection.js';
import { shortId } from '../ui/short-id.js';
import { useAnswer } from '../ui/use-answer.js';
import { type RankedEntry, differencesIn } from './differences.js';
import { SessionFace } from './session-face.js';

/** Maximum number of sessions that a request names. */
const AT_ONCE = 100;

export interface Faces {
  /** Returns the face of a session; null until it has been read. */
  readonly faceOf: (id: string) => ComponentChildren;
  /** Returns the name of a session; the start of its id until the name has been read. */
  readonly nameOf: (id: string) => string;
  /** Returns the number of decimals of amounts of a session's account; undefined until the session has been read. */
  readonly decimalsOf: (id: string) => number | undefined;
  /** Returns the name of a session with what tells it apart from the others, if need be the name of its file. */
  readonly fullName: (session: { readonly id: string; readonly name: string }) => string;
}

/** Reads what tells sessions of a project apart that are shown together. */
export function useFaces(projectId: string, ids: readonly string[]): Faces {
  const { value = [] } = useAnswer(
    ids.length > 0 ? `faces ${projectId} ${ids.join()}` : null,
    async (signal) => {
      const found: RankedEntry[] = [];
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const sessionIds = ids.slice(from, from + AT_ONCE).join();
        const query = { study: '*', all: 'true', count: AT_ONCE, sessionIds };
        found.push(...(await getLeaderboard(projectId, query, signal)).sessions);
      }
      return found;
    },
    (before) => before.startsWith(`faces ${projectId} `),
  );
  const differences = differencesIn(value);
  const entryOf = (id: string) => value.find(({ session }) => session.id === id);
  return {
    faceOf: (id) => {
      const entry = entryOf(id);
      return entry && <SessionFace session={entry.session} differences={differences.get(id) ?? []} />;
    },
    nameOf: (id) => entryOf(id)?.session.name ?? `Session ${shortId(id)}`,
    decimalsOf: (id) => {
      const balance = entryOf(id)?.session.initialBalance;
      return balance === undefined ? undefined : amountDecimals(balance);
    },
    fullName: ({ id, name }) => {
      const apart = differences.get(id);
      if (!apart) return name;
      const isUnique = !value.some(
        ({ session }) =>
          session.id !== id && session.name === name && String(differences.get(session.id)) === String(apart),
      );
      const file = isUnique ? null : entryOf(id)?.session.sourceFile;
      return [name, ...apart, ...(file ? [file] : [])].join(' · ');
    },
  };
}
