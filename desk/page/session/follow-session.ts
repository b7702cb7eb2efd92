import { delay } from '../../api/pauses.js';
import { ApiProblem } from '../../api/problem.js';
import { type SessionState, readEvents, readState } from '../../api/session-events.js';
import { inStreamPlace } from './stream-place.js';
import { visible, whileVisible } from './visibility.js';

/** The interval at which a tab without a stream reads the session and tries to open a stream. */
const POLL_MS = 5_000;

/** If a request fails with one of these statuses, following stops, because the page itself shows the problem. */
const FINAL = new Set([401, 403, 404]);

/**
 * Follows a session while its tab is visible, with an event stream. If other tabs have the maximum number of streams,
 * or the service provides no stream, reads the session at intervals instead. Ends when the signal aborts.
 * @param shown returns the state that the page shows
 * @param changed is called when the session is in another state
 */
export async function followSession(
  sessionId: string,
  left: AbortSignal,
  shown: () => SessionState,
  changed: () => void,
): Promise<void> {
  let lastId: string | null = null;
  const compare = (state: SessionState) => {
    if (textOf(state) !== textOf(shown())) changed();
  };
  const stream = (signal: AbortSignal) =>
    readEvents(sessionId, lastId, signal, ({ id, state }) => {
      // The first event may contain the state that the page has already read. Each further event is a change.
      if (lastId === null && state) compare(state);
      else changed();
      lastId = id;
    });
  while (!left.aborted) {
    await visible(left);
    await whileVisible(left, async (signal) => {
      await attempt(() => inStreamPlace(() => stream(signal)));
      await delay(POLL_MS, signal);
      await attempt(async () => compare(await readState(sessionId, signal)));
    });
  }
}

/** Runs a function. Ignores its failure if the function can be called again later. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // If the sign-in has ended, the user may sign in again, so following continues.
    if (error instanceof ApiProblem && error.code !== 'SIGNED_OUT' && FINAL.has(error.status)) throw error;
  }
}

/** Returns a text that differs for each state that a session record can show. */
const textOf = ({ status, summary, updatedAt }: SessionState): string =>
  JSON.stringify([status, summary, updatedAt]);
