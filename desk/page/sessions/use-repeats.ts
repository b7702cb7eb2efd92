import { useEffect, useState } from 'preact/hooks';
import { onChange } from '../../api/changes.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import { getLeaderboard } from '../../api/selection.js';
import type { Query } from '../../api/send.js';
import type { RankedEntry } from '../faces/differences.js';

/** Maximum number of repeats that an opened row shows. */
const MAX_SHOWN = 500;

export interface OpenedRepeats {
  /** Returns the other sessions with the trades of a row; null if the row is not opened. */
  readonly repeatsOf: (id: string) => readonly RankedEntry[] | null;
  readonly toggle: (id: string) => void;
  readonly problem: ApiProblem | null;
}

/** The rows that are opened to show the sessions with the same trades. */
export function useRepeats(projectId: string, study: Query): OpenedRepeats {
  const [opened, setOpened] = useState<ReadonlyMap<string, readonly RankedEntry[]>>(new Map());
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  // After a change, the rows are closed, because sessions may have been deleted.
  useEffect(() => onChange(() => setOpened(new Map())), []);
  const read = async (id: string) => {
    const query = { ...study, repeatsOf: id, sort: 'createdAt', order: 'asc', count: MAX_SHOWN };
    const { sessions } = await getLeaderboard(projectId, query, new AbortController().signal);
    setOpened((before) =>
      new Map(before).set(
        id,
        sessions.filter(({ session }) => session.id !== id),
      ),
    );
  };
  return {
    repeatsOf: (id) => opened.get(id) ?? null,
    toggle: (id) => {
      setProblem(null);
      if (!opened.has(id)) {
        read(id).catch((error: unknown) => setProblem(problemFrom(error)));
        return;
      }
      setOpened((before) => {
        const after = new Map(before);
        after.delete(id);
        return after;
      });
    },
    problem,
  };
}
