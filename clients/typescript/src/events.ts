import type { ClientOptions } from './client-options.js';
import { ConnectionError, unreadable } from './errors.js';
import { EventStream } from './event-stream.js';
import { parsedObject } from './request.js';
import { pauseAfter, withRetries } from './retries.js';
import type { CommonOptions, Schemas } from './routes.js';

/** A change of a session. After `deleted`, no event follows. */
export type SessionEvent =
  | { readonly type: 'session'; readonly id: string; readonly session: Schemas['SessionEventDto'] }
  | { readonly type: 'deleted' };

export interface EventOptions extends Omit<CommonOptions, 'timeoutMs'> {
  /**
   * Id of the last event that the caller has received. The service sends the present state only if the state has
   * changed since this event.
   */
  readonly lastEventId?: string | undefined;
}

/** @throws ServiceError if an event is not one of the service */
function sessionIn(data: string): Schemas['SessionEventDto'] {
  const session = parsedObject(data);
  if (session === undefined) throw unreadable('An event is not a JSON object');
  return session as Schemas['SessionEventDto'];
}

const PATH = '/sessions/{id}/events';

/** Follows a session, and connects again whenever its stream ends. */
export async function* sessionEvents(
  options: ClientOptions,
  id: string,
  { signal, headers, lastEventId }: EventOptions,
): AsyncGenerator<SessionEvent, void, undefined> {
  let lastId = lastEventId ?? '';
  const open = () =>
    EventStream.open(
      options,
      PATH,
      { params: { id }, headers: { ...headers, ...(lastId !== '' && { 'last-event-id': lastId }) } },
      signal,
    );
  const repeats = { method: 'get', path: PATH, isRepeatable: true, signal };
  // The number of attempts to open the first connection is limited, because the address may be wrong.
  let stream: EventStream | null = await withRetries(options, repeats, open);
  for (let failures = 0; ;) {
    try {
      stream ??= await open();
      for await (const { event, id: eventId, data } of stream.events()) {
        lastId = eventId;
        if (event === 'session') yield { type: 'session', id: eventId, session: sessionIn(data) };
        if (event !== 'deleted') continue;
        yield { type: 'deleted' };
        return;
      }
      throw new ConnectionError('The event stream has ended.');
    } catch (error) {
      failures = stream?.hasReceived ? 1 : failures + 1;
      await pauseAfter(error, failures, options, repeats);
    } finally {
      stream?.close();
      stream = null;
    }
  }
}
