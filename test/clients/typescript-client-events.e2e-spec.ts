import { cuts, refuses, streams } from '../support/scripted-server.js';
import { ScriptedClients } from '../support/scripted-client.js';
import { until } from '../support/until.js';

const clients = new ScriptedClients();

const change = (id: string) => `event: session\nid: ${id}\ndata: {"revision":${id}}\n\n`;
const DELETED = 'event: deleted\ndata: {}\n\n';
const eventOf = (revision: number) => ({ type: 'session', id: String(revision), session: { revision } });

/** Reads events until the end of the stream, or until an error, which becomes the last element. */
async function readAll(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  try {
    for await (const event of events) all.push(event);
  } catch (error) {
    all.push(error);
  }
  return all;
}

const lastIds = () => clients.server.requests.map(({ headers }) => headers['last-event-id']);

describe('the events of the TypeScript client', () => {
  it('end after the session was deleted', async () => {
    const client = await clients.clientOf([streams(`: hello\n\n${change('1')}${DELETED}`, 'open')]);
    expect(await readAll(client.events('s'))).toEqual([eventOf(1), { type: 'deleted' }]);
    expect(clients.server.requests[0]).toMatchObject({
      url: '/base/sessions/s/events',
      headers: { 'x-api-key': 'a-key' },
    });
    await until(() => clients.server.unfinished === 1);
  });

  it('continue after the last received event if the stream is cut, the stream ends, or a new connection fails', async () => {
    const client = await clients.clientOf([
      streams(`${change('1')}event: session\nid: 2\nda`, 'cut'),
      cuts,
      refuses(429, 'TOO_MANY_STREAMS', { 'retry-after': '0' }),
      streams(change('3'), 'end'),
      streams(': nothing new\n\n', 'end'),
      streams(change('4') + DELETED, 'end'),
    ]);
    expect(await readAll(client.events('s'))).toEqual([
      eventOf(1),
      eventOf(3),
      eventOf(4),
      { type: 'deleted' },
    ]);
    expect(lastIds()).toEqual([undefined, '1', '1', '1', '3', '3']);
  });

  it('begin after the event id that the caller passes', async () => {
    const client = await clients.clientOf([streams(DELETED, 'end')]);
    expect(await readAll(client.events('s', { lastEventId: '7' }))).toEqual([{ type: 'deleted' }]);
    expect(lastIds()).toEqual(['7']);
  });

  it('are read from a new stream if the current stream is silent for too long', async () => {
    const client = await clients.clientOf([streams(change('1'), 'open'), streams(DELETED, 'end')], {
      maxSilenceMs: 20,
    });
    expect((await readAll(client.events('s'))).at(-1)).toEqual({ type: 'deleted' });
    expect(clients.server.requests.length).toBeGreaterThanOrEqual(2);
  });

  it('are requested again even after maxAttempts failures if an earlier connection succeeded', async () => {
    const lost = Array.from({ length: 4 }, () => cuts);
    const client = await clients.clientOf([streams(change('1'), 'cut'), ...lost, streams(DELETED, 'end')], {
      maxAttempts: 2,
    });
    expect(await readAll(client.events('s'))).toEqual([eventOf(1), { type: 'deleted' }]);
    expect(clients.server.requests.length).toBe(6);
  });

  it('fail with the error of a request if the first connection fails', async () => {
    const client = await clients.clientOf([cuts], { maxAttempts: 2 });
    expect(await readAll(client.events('s'))).toEqual([expect.any(clients.module.ConnectionError)]);
    expect(clients.server.requests.length).toBe(2);
  });

  it.each([
    [401, 'UNAUTHORIZED'],
    [404, 'SESSION_NOT_FOUND'],
  ])('fail if the service refuses the next stream with %i', async (status, code) => {
    const client = await clients.clientOf([streams(change('1'), 'end'), refuses(status, code)]);
    expect(await readAll(client.events('s'))).toEqual([
      eventOf(1),
      expect.objectContaining({ status, code }),
    ]);
  });

  it.each(['{', '[]', 'null'])('fail if an event is %s instead of a JSON object', async (data) => {
    const client = await clients.clientOf([streams(`event: session\nid: 1\ndata: ${data}\n\n`, 'open')]);
    expect(await readAll(client.events('s'))).toEqual([expect.objectContaining({ code: 'UNREADABLE' })]);
    await until(() => clients.server.unfinished === 1);
  });

  it('are not requested if the id of the session is missing', async () => {
    const client = await clients.clientOf([streams(DELETED, 'end')]);
    expect(String(await readAll(client.events('')))).toContain('TypeError');
    expect(clients.server.requests).toEqual([]);
  });

  it('end with the reason of the abort signal, and their stream is closed', async () => {
    const client = await clients.clientOf([streams(change('1'), 'open')]);
    const controller = new AbortController();
    const reason = new Error('the page is hidden');
    const events = client.events('s', { signal: controller.signal });
    expect((await events.next()).value).toEqual(eventOf(1));
    const rest = readAll(events);
    controller.abort(reason);
    expect(await rest).toEqual([reason]);
    await until(() => clients.server.unfinished === 1);
    expect(clients.server.requests.length).toBe(1);
  });

  it('end when the caller leaves the loop, and their stream is closed', async () => {
    const client = await clients.clientOf([streams(change('1'), 'open')]);
    for await (const event of client.events('s')) {
      expect(event).toEqual(eventOf(1));
      break;
    }
    await until(() => clients.server.unfinished === 1);
    expect(clients.server.requests.length).toBe(1);
  });
});
