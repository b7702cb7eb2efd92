import { useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.js';
import { type Session, type SessionPage, listManySessions } from '../../api/sessions.js';
import { useAnswer } from '../ui/use-answer.js';
import type { ListView } from './list-view.js';

/** The maximum number of sessions that the browser sorts and filters. */
export const MAX_SORTED = 2_000;

/** If the list is too long to be sorted, the button "Read further sessions" adds this number of sessions. */
const STEP = 500;

export interface SessionList {
  readonly sessions: readonly Session[] | undefined;
  /**
   * True if these are all sessions of the project, or all that match the filters. Otherwise these are the newest
   * sessions.
   */
  readonly isWhole: boolean;
  /** True if the project has too many sessions to filter them in the browser, so that the service filters them. */
  readonly isLarge: boolean;
  /** True while further pages are loading. */
  readonly isLoading: boolean;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
  /** Reads further sessions; null if there are none. */
  readonly readMore: (() => Promise<void>) | null;
}

interface Further extends SessionPage {
  readonly after: SessionPage;
}

/** The sessions of a project. The first page is available before the whole list is loaded. */
export function useSessions(projectId: string, view: ListView): SessionList {
  const [early, setEarly] = useState<SessionPage>();
  const [further, setFurther] = useState<Further>();
  const all = useAnswer(projectId, (signal) => {
    return listManySessions({ projectId }, MAX_SORTED, signal, setEarly);
  });
  const isLarge = all.value !== undefined && all.value.nextCursor !== null;
  const filter = {
    search: view.search.trim() || undefined,
    status: view.status || undefined,
    tag: view.tag || undefined,
  };
  const isFound = isLarge && Object.values(filter).some(Boolean);
  const found = useAnswer(
    isFound ? JSON.stringify(filter) : null,
    (signal) => listManySessions({ projectId, ...filter }, MAX_SORTED, signal),
    () => true,
  );
  const { value, problem, reload, isLoading } = isFound ? found : all;
  const page = value ?? (isFound ? undefined : early);
  const added = further && further.after === value ? further : null;
  const cursor = added ? added.nextCursor : value?.nextCursor;
  const readMore = async (after: SessionPage, from: string) => {
    const query = { projectId, ...(isFound && filter), cursor: from };
    const next = await listManySessions(query, STEP, new AbortController().signal);
    const sessions = [...(added?.sessions ?? []), ...next.sessions];
    setFurther({ after, sessions, nextCursor: next.nextCursor });
  };
  return {
    sessions: page && added ? [...page.sessions, ...added.sessions] : page?.sessions,
    isWhole: value !== undefined && value.nextCursor === null,
    isLarge,
    isLoading,
    problem,
    reload,
    readMore: value && cursor ? () => readMore(value, cursor) : null,
  };
}
