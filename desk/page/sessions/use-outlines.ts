import { useEffect, useState } from 'preact/hooks';
import type { SessionComparisonDto } from '../../../src/comparison/comparison.dto.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import { compareSessions } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';

/** The number of sessions whose figures and curves one request returns. */
const AT_ONCE = 20;

export interface Outlines {
  readonly outlineOf: (session: Session) => SessionComparisonDto | undefined;
  readonly problem: ApiProblem | null;
  readonly retry: () => void;
}

/** The summary is part of the name, so that figures are read again after trades were added. */
const nameOf = ({ id, summary }: Session): string => `${id} ${JSON.stringify(summary)}`;

/** Figures and curves that are not in the list itself. They are read for the shown sessions that have trades. */
export function useOutlines(projectId: string, shown: readonly Session[]): Outlines {
  const [known, setKnown] = useState<ReadonlyMap<string, SessionComparisonDto>>(new Map());
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const missing = shown.filter((session) => session.summary.tradeCount > 0 && !known.has(nameOf(session)));
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
