import type { SessionEventDto } from '../../src/review/events/session-event.dto.js';
import type { SessionRecordAndProjectAnswer } from '../../src/sessions/session-record.dto.js';
import { currentCredential } from './credential.js';
import { attemptToSend } from './send.js';

export type SessionState = Pick<SessionEventDto, 'status' | 'summary' | 'updatedAt'>;

/** An event of a session. */
export interface SessionEvent {
  /** Differs from the id of every other state of the session. */
  readonly id: string;
  /** The state of the session; null if the session was deleted. */
  readonly state: SessionState | null;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Reads the events of a session until their stream ends. `EventSource` of the browser is not used, because it sends no
 * key.
 * @param lastId id of the last received event; the stream continues after this event
 * @throws ApiProblem if there is no stream
 */
export async function readEvents(
  sessionId: string,
  lastId: string | null,
  signal: AbortSignal,
  receive: (event: SessionEvent) => void,
): Promise<void> {
  const headers: Headers = lastId === null ? {} : { 'last-event-id': lastId };
  const response = await sendOnce(`/sessions/${sessionId}/events`, headers, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) if (!block.startsWith(':')) receive(eventOf(block));
  }
}

/** @throws ApiProblem */
export async function readState(sessionId: string, signal: AbortSignal): Promise<SessionState> {
  const response = await sendOnce(`/sessions/${sessionId}/record`, {}, signal);
  return ((await response.json()) as SessionRecordAndProjectAnswer).session;
}

function eventOf(block: string): SessionEvent {
  const {
    event,
    id = '',
    data = '',
  } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2))) as Partial<
    Record<string, string>
  >;
  return { id, state: event === 'deleted' ? null : (JSON.parse(data) as SessionState) };
}

/** Sends a request in the background: shows no pause, and does not send the request again after a failure. */
async function sendOnce(path: string, headers: Headers, signal: AbortSignal): Promise<Response> {
  const credential = currentCredential();
  const response = await attemptToSend(path, { headers, signal }, credential);
  const problem = await credential.problemIn(response);
  if (problem) throw problem;
  return response;
}
