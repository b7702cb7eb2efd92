import { useEffect, useRef } from 'preact/hooks';
import { noticeChange } from '../../api/changes.js';
import type { Session } from '../../api/sessions.js';
import { followSession } from './follow-session.js';

/** The minimum time between two refreshes, so that the figures of one refresh are read before the next refresh begins. */
const REFRESH_INTERVAL_MS = 5_000;

/**
 * Reads the data of a session's page again when another client changes the session, such as a program that sends
 * trades.
 */
export function useLiveSession(session: Session | undefined): void {
  const shown = useRef(session);
  shown.current = session;
  const sessionId = session?.id;
  useEffect(() => {
    if (sessionId === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const following = followSession(sessionId, signal, () => shown.current!, spaced(noticeChange, signal));
    // If the service refuses to send the changes, the page is read again, and then shows the reason.
    following.catch(() => {
      if (!signal.aborted) noticeChange();
    });
    return () => leaving.abort();
  }, [sessionId]);
}

/**
 * Returns a function that calls `work` at once, or `REFRESH_INTERVAL_MS` after the previous call if that is later.
 * Calls that come too soon are combined into one.
 */
function spaced(work: () => void, left: AbortSignal): () => void {
  let nextAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    nextAt = Date.now() + REFRESH_INTERVAL_MS;
    if (!left.aborted) work();
  };
  return () => {
    timer ??= setTimeout(run, Math.max(0, nextAt - Date.now()));
  };
}
