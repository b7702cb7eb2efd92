import { useEffect, useRef, useState } from 'preact/hooks';
import type { LeaderboardAnswer } from '../../../src/review/selection/routes/leaderboard.dto.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import { getLeaderboard } from '../../api/selection.js';
import { useAnswer } from '../ui/use-answer.js';
import type { LeaderboardView } from './leaderboard-view.js';

type Entry = LeaderboardAnswer['sessions'][number];

const PAGE = 100;

/** The pages after the first page. */
interface Further {
  readonly after: LeaderboardAnswer;
  readonly sessions: readonly Entry[];
  readonly nextCursor: string | null;
}

export interface RankedSessions {
  readonly first: LeaderboardAnswer | undefined;
  readonly sessions: readonly Entry[];
  readonly hasMore: boolean;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
  /** Reads the next page. Does nothing while a page is loading. */
  readonly readMore: () => void;
}

/** The sessions of a leaderboard, a page at a time. */
export function useRankedSessions(projectId: string, view: LeaderboardView): RankedSessions {
  const { study, sort, order, where } = view;
  const query = { study: study || undefined, sort, order, where: where || undefined, count: PAGE };
  const name = JSON.stringify([projectId, query]);
  const answer = useAnswer(name, (signal) => getLeaderboard(projectId, query, signal));
  const [further, setFurther] = useState<Further>();
  const [failure, setFailure] = useState<ApiProblem | null>(null);
  const reading = useRef<AbortController | null>(null);
  const first = answer.value;
  useEffect(() => {
    setFailure(null);
    return () => {
      reading.current?.abort();
      reading.current = null;
    };
  }, [first]);
  const added = further && further.after === first ? further : null;
  const cursor = added ? added.nextCursor : (first?.nextCursor ?? null);
  const readMore = () => {
    if (!first || cursor === null || reading.current) return;
    const leaving = new AbortController();
    reading.current = leaving;
    const read = async () => {
      const next = await getLeaderboard(projectId, { ...query, cursor }, leaving.signal);
      const sessions = [...(added?.sessions ?? []), ...next.sessions];
      setFurther({ after: first, sessions, nextCursor: next.nextCursor });
    };
    read()
      .catch((error: unknown) => setFailure(problemFrom(error)))
      .finally(() => {
        if (reading.current === leaving) reading.current = null;
      });
  };
  return {
    first,
    sessions: [...(first?.sessions ?? []), ...(added?.sessions ?? [])],
    hasMore: cursor !== null,
    problem: answer.problem ?? failure ?? undefined,
    reload: answer.reload,
    readMore,
  };
}
