import { useEffect, useRef, useState } from 'preact/hooks';
import type { LeaderboardAnswer } from '../../../src/review/selection/routes/leaderboard.dto.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import { getLeaderboard } from '../../api/selection.js';
import type { Query } from '../../api/send.js';
import type { RankedEntry } from '../faces/differences.js';
import { useAnswer } from '../ui/use-answer.js';

const PAGE = 100;

/** The largest page that the API sends, and the number of such pages that are read at once. */
const MAX_PAGE = 500;
const MAX_PAGES = 20;

/** The pages after the first page. */
interface Further {
  readonly after: LeaderboardAnswer;
  readonly sessions: readonly RankedEntry[];
  readonly nextCursor: string | null;
}

export interface RankedRows {
  readonly first: LeaderboardAnswer | undefined;
  readonly entries: readonly RankedEntry[];
  readonly hasMore: boolean;
  /** True if the rows belong to an earlier view, because those of this view have not arrived yet. */
  readonly isKept: boolean;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
  /** Reads the next page. Does nothing while a page is loading. */
  readonly readMore: () => void;
  /** Reads the rows up to the end of the list, at most 10,000, and returns all rows. */
  readonly readRest: () => Promise<readonly RankedEntry[]>;
}

/** The rows of a list of sessions, a page at a time. */
export function useRankedRows(projectId: string, query: Query): RankedRows {
  const name = JSON.stringify([projectId, query]);
  const answer = useAnswer(
    name,
    (signal) => getLeaderboard(projectId, { ...query, count: PAGE }, signal),
    (before) => before.startsWith(`["${projectId}"`),
  );
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
  const entries = [...(first?.sessions ?? []), ...(added?.sessions ?? [])];

  const read = async (count: number, pages: number): Promise<readonly RankedEntry[]> => {
    if (!first || cursor === null || reading.current || answer.isKept) return entries;
    const leaving = new AbortController();
    reading.current = leaving;
    const sessions = [...(added?.sessions ?? [])];
    let nextCursor: string | null = cursor;
    try {
      for (let page = 0; page < pages && nextCursor !== null; page += 1) {
        const next: LeaderboardAnswer = await getLeaderboard(
          projectId,
          { ...query, count, cursor: nextCursor },
          leaving.signal,
        );
        sessions.push(...next.sessions);
        ({ nextCursor } = next);
      }
      setFurther({ after: first, sessions, nextCursor });
    } catch (error) {
      setFailure(problemFrom(error));
    } finally {
      if (reading.current === leaving) reading.current = null;
    }
    return [...first.sessions, ...sessions];
  };

  return {
    first,
    entries,
    hasMore: cursor !== null,
    isKept: answer.isKept,
    problem: answer.problem ?? failure ?? undefined,
    reload: answer.reload,
    readMore: () => void read(PAGE, 1),
    readRest: () => read(MAX_PAGE, MAX_PAGES),
  };
}
