import { useEffect, useState } from 'preact/hooks';
import type { SessionComparisonDto } from '../../../src/review/comparison/comparison.dto.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import { compareSessions } from '../../api/projects.js';

/** The maximum number of sessions in one request for figures and curves. */
const AT_ONCE = 20;

/** A session whose outline is shown. */
export interface Outlined {
  readonly id: string;
  /** Changes when the trades of the session change, so that the outline is read again. */
  readonly state: string;
}

export interface Outlines {
  readonly outlineOf: (session: Outlined) => SessionComparisonDto | undefined;
  readonly problem: ApiProblem | null;
  readonly retry: () => void;
}

const nameOf = ({ id, state }: Outlined): string => `${id} ${state}`;

/**
 * Figures and curves of listed sessions that the list itself does not contain. The figures and curves are read only for
 * sessions that are shown and have trades.
 */
export function useOutlines(projectId: string, shown: readonly Outlined[]): Outlines {
  const [known, setKnown] = useState<ReadonlyMap<string, SessionComparisonDto>>(new Map());
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const missing = shown.filter((session) => !known.has(nameOf(session)));
  const next = missing.slice(0, AT_ONCE);
  const isStopped = problem !== null;
  useEffect(() => {
    if (next.length === 0 || isStopped) return;
    const leaving = new AbortController();
    const read = async () => {
      const ids = next.map(({ id }) => id);
      const { sessions } = await compareSessions(projectId, ids, 'first', leaving.signal);
      const found = new Map(sessions.map((compared) => [compared.session.id, compared]));
      setKnown((before) => {
        const after = new Map(before);
        for (const session of next) {
          const outline = found.get(session.id);
          if (outline) after.set(nameOf(session), outline);
        }
        return after;
      });
    };
    read().catch((error: unknown) => {
      if (!leaving.signal.aborted) setProblem(problemFrom(error));
    });
    return () => leaving.abort();
  }, [next.map(nameOf).join(), isStopped]);
  return {
    outlineOf: (session) => known.get(nameOf(session)),
    problem,
    retry: () => setProblem(null),
  };
}
