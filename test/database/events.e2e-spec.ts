import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES } from '../../src/platform/auth/principal.js';
import { TokenAuthenticator } from '../../src/platform/auth/tokens/token-authenticator.js';
import { eraseWorkspace } from '../../src/cli/workspace/erase-workspace.js';
import { MAX_STREAMS, MAX_STREAMS_PER_WORKSPACE } from '../../src/review/events/event-streams.js';
import { poolOf } from '../../src/platform/database/connection/pool-of.js';
import { Problem } from '../../src/shared/problems/problem.js';
import { WatchedSessionsStore } from '../../src/review/events/watched-sessions.store.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { type StreamReader, readStream } from '../support/event-stream.js';
import { aSession, aSessionWith, aTrade, finish, ingest } from '../support/factories.js';
import { withStreamsOfOthers } from '../support/held-streams.js';
import { AUDIENCE, ISSUER, IdentityProvider } from '../support/identity-provider.js';
import { ManualClock } from '../support/manual-clock.js';
import { problemsOf, schemaNamed } from '../support/openapi-document.js';
import { expectProblem } from '../support/problems.js';
import { passServiceTime } from '../support/service-clock.js';
import { until } from '../support/until.js';

let t: TestApp;
let clock: ManualClock;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await IdentityProvider.start();
  t = await startTestApp({ JWT_JWKS_URL: provider.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE });
  clock = ManualClock.of(t);
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

const opened: StreamReader[] = [];
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await until(async () => (await openStreams()) === 0);
});

type Id = { readonly id: string };
type Headers = Readonly<Record<string, string>>;

const addressOf = ({ app }: TestApp): string =>
  `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;

async function follow({ id }: Id, headers: Headers = {}, app = t): Promise<StreamReader> {
  const own: Headers = headers['authorization'] === undefined ? { 'x-api-key': app.secrets.own } : {};
  const stream = await readStream(`${addressOf(app)}/sessions/${id}/events`, { ...own, ...headers });
  opened.push(stream);
  return stream;
}

/** The gauge `event_streams`. */
async function openStreams(): Promise<number> {
  const { text } = await t.call.get('/metrics').expect(200);
  return Number(/^event_streams (\d+)$/m.exec(text)?.[1]);
}

/**
 * Advances the clocks second by second until a condition is true, and sends a request after each second. So even on a
 * slow machine, the service looks up the key of a stream before the stream reaches its end.
 */
const later = (isTrue: () => boolean | Promise<boolean>) =>
  until(async () => {
    if (await isTrue()) return true;
    clock.advance(1_000);
    passServiceTime(1_000);
    await t.call.get('/projects').expect(200);
    return false;
  }, 20);

const recordOf = async ({ id }: Id) => (await t.call.get(`/sessions/${id}/record`).expect(200)).body.session;

const first = async (stream: StreamReader) => {
  await until(() => stream.events.length > 0);
  return stream.events[0]!;
};

async function aKey(wanted: { readonly workspace: string }) {
  const input = { name: 'stream', scopes: SCOPES, expiresAt: null, ...wanted };
  const { key, secret } = await t.app.get(KeysService).create(input);
  return { id: key.id, secret };
}

const ownWorkspace = () => t.environment.configuredKeys[0]!.workspace;

describe('GET /sessions/{id}/events', () => {
  it("sends at once the state of the session, which equals the session's record", async () => {
    const session = await aSessionWith(t.call, [aTrade({ plNet: 5 })]);
    const stream = await follow(session);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const { event, id, data } = await first(stream);
    const { status, summary, updatedAt } = await recordOf(session);
    expect(event).toBe('session');
    expect(data).toEqual({ revision: 1, labelRevision: 0, status, summary, updatedAt });
    expect(id).toBe(`1.0.${updatedAt}`);
    expect(problemsOf(schemaNamed('SessionEventDto'), data)).toEqual([]);
  });

  it('sends the new state after each kind of change, and no event if nothing changes', async () => {
    const session = await aSession(t.call);
    const stream = await follow(session);
    await first(stream);
    const { trades } = await ingest(t.call, session, [aTrade(), aTrade({ hour: 2 })]);
    const trade = `/sessions/${session.id}/trades/${trades[0]!.id}`;
    const changes: (() => PromiseLike<unknown>)[] = [
      () => t.call.patch(trade, { note: 'late' }).expect(200),
      () => t.call.patch(trade, { qty: 3 }).expect(200),
      () => t.call.patch(`/sessions/${session.id}`, { name: 'Renamed' }).expect(200),
      () => t.call.delete(trade).expect(204),
      () => finish(t.call, session),
    ];
    await later(() => stream.events.length === 2);
    for (const [i, change] of changes.entries()) {
      await change();
      await later(() => stream.events.length === i + 3);
    }
    const { summary, status } = await recordOf(session);
    expect(stream.events.at(-1)!.data).toMatchObject({ summary, status: 'finished' });
    expect(status).toBe('finished');
    expect(new Set(stream.events.map(({ id }) => id)).size).toBe(stream.events.length);
    // A repeated change changes nothing, so the next event is the event of the next change.
    await t.call.patch(`/sessions/${session.id}`, { name: 'Renamed' }).expect(200);
    clock.advance(1_000);
    await t.call.patch(`/sessions/${session.id}`, { name: 'Again' }).expect(200);
    await later(() => stream.events.length === changes.length + 3);
    expect(stream.events.at(-1)!.data.labelRevision).toBe(3);
  });

  it('sends the new state after a draw, and no event for a playhead', async () => {
    const session = await aSession(t.call, { randomSourceStart: 60_000, randomSourceEnd: 600_000 });
    const stream = await follow(session);
    await first(stream);
    await t.call.put(`/sessions/${session.id}/playhead`, { at: 60_000 }).expect(200);
    clock.advance(1_000);
    await t.call.post(`/sessions/${session.id}/draw`, { length: 60_000 }).expect(200);
    await later(() => stream.events.length > 1);
    expect(stream.events.map(({ data }) => data.labelRevision)).toEqual([0, 1]);
  });

  it('sends one event for all changes within a second', async () => {
    const session = await aSession(t.call);
    const stream = await follow(session);
    await first(stream);
    for (let batch = 0; batch < 5; batch += 1) await ingest(t.call, session, [aTrade({ hour: batch })]);
    await later(() => stream.events.length > 1);
    expect(stream.events.map(({ data }) => data.revision)).toEqual([0, 5]);
  });

  it('sends no event until the next change if the Last-Event-ID is the id of the current state', async () => {
    const session = await aSession(t.call);
    const { id = '' } = await first(await follow(session));
    const again = await follow(session, { 'last-event-id': id });
    const other = await follow(session, { 'last-event-id': '0.0.1' });
    expect((await first(other)).id).toBe(id);
    await ingest(t.call, session, [aTrade()]);
    await later(() => again.events.length > 0 && other.events.length > 1);
    expect(again.events.map(({ data }) => data.revision)).toEqual([1]);
  });

  it('computes the summary of a session whose trades were stored by an older version', async () => {
    const session = await aSessionWith(t.call, [aTrade({ plNet: 5 })]);
    const database = t.app.get(DataSource);
    await database.query('UPDATE sessions SET revision = revision + 1, trade_count = 7 WHERE id = $1', [
      session.id,
    ]);
    const { data } = await first(await follow(session));
    expect(data.summary).toMatchObject({ tradeCount: 1, plNet: 5 });
  });

  it('sends the event `deleted` and ends if the session is deleted', async () => {
    const [session, other] = [await aSession(t.call), await aSession(t.call)];
    const [stream, kept] = [await follow(session), await follow(other)];
    await Promise.all([first(stream), first(kept)]);
    await t.call.delete(`/sessions/${session.id}`).expect(204);
    await later(() => stream.isEnded);
    expect(stream.events.map(({ event }) => event)).toEqual(['session', 'deleted']);
    expect([kept.isEnded, kept.events.length]).toEqual([false, 1]);
    expectProblem(await t.call.get(`/sessions/${session.id}/events`), 'SESSION_NOT_FOUND');
  });

  it('is refused for a session of another workspace, and for an unknown session', async () => {
    const { id } = await aSession(t.other);
    for (const unknown of [id, randomUUID(), 'x'])
      expectProblem(await t.call.get(`/sessions/${unknown}/events`), 'SESSION_NOT_FOUND');
  });

  it('shows a workspace only its own session if another workspace has a session with the same id', async () => {
    const session = await aSession(t.call, { name: 'Mine' });
    const theirs = await aSession(t.other, { initialBalance: 777 });
    const twin = await aSession(t.other, { projectId: theirs.projectId });
    const database = t.app.get(DataSource);
    await database.query('DELETE FROM session_assets WHERE session_id = $1', [twin.id]);
    await database.query('UPDATE sessions SET id = $2 WHERE id = $1', [twin.id, session.id]);
    const mine = await follow(session);
    const other = await follow(session, { 'x-api-key': t.secrets.other });
    await Promise.all([first(mine), first(other)]);
    await t.other.delete(`/sessions/${session.id}`).expect(204);
    await later(() => other.isEnded);
    await ingest(t.call, session, [aTrade()]);
    await later(() => mine.events.length > 1);
    expect(mine.events.map(({ event }) => event)).toEqual(['session', 'session']);
  });

  it('sends no body if the method is HEAD', async () => {
    const { id } = await aSession(t.call);
    const head = await readStream(
      `${addressOf(t)}/sessions/${id}/events`,
      { 'x-api-key': t.secrets.own },
      'HEAD',
    );
    await until(() => head.isEnded);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe('text/event-stream');
  });

  it('is not compressed, for any client', async () => {
    const compressing = await startTestApp({ COMPRESSION: 'on' });
    const ticking = ManualClock.of(compressing);
    const session = await aSession(compressing.call);
    const stream = await follow(session, { 'accept-encoding': 'gzip, br' }, compressing);
    await first(stream);
    expect(stream.headers['content-encoding']).toBeUndefined();
    await ingest(compressing.call, session, [aTrade()]);
    await until(() => {
      ticking.advance(1_000);
      return stream.events.length > 1;
    });
    await compressing.close();
    await until(() => stream.isEnded);
  });

  it('reads all watched sessions with one statement per second, and holds no connection', async () => {
    const [one, other] = [await aSession(t.call), await aSession(t.other)];
    const store = t.app.get(WatchedSessionsStore);
    const find = store.find.bind(store);
    const read: number[] = [];
    const streams = [
      await follow(one),
      await follow(one),
      await follow(other, { 'x-api-key': t.secrets.other }),
    ];
    await Promise.all(streams.map(first));
    Object.assign(store, {
      find: (keys: Parameters<typeof find>[0]) => {
        read.push(keys.length);
        return find(keys);
      },
    });
    for (let second = 1; second <= 3; second += 1) {
      clock.advance(1_000);
      await until(() => read.length === second);
      // The service starts the next statement only after this statement has ended.
      await t.call.get('/projects').expect(200);
    }
    Reflect.deleteProperty(store, 'find');
    expect(read).toEqual([3, 3, 3]);
    const pool = poolOf(t.app.get(DataSource));
    await until(() => pool.idleCount === pool.totalCount);
  });

  it('continues when the database responds again after a failure', async () => {
    const session = await aSession(t.call);
    const stream = await follow(session);
    await first(stream);
    const store = t.app.get(WatchedSessionsStore);
    let failures = 0;
    Object.assign(store, {
      find: () => {
        failures += 1;
        return Promise.reject(new Error('away'));
      },
    });
    await later(() => failures > 2);
    Reflect.deleteProperty(store, 'find');
    await ingest(t.call, session, [aTrade()]);
    await later(() => stream.events.length > 1);
    expect(stream.events.at(-1)!.data.revision).toBe(1);
  });

  it('sends a comment every 15 s, and ends after 30 minutes', async () => {
    const stream = await follow(await aSession(t.call));
    await first(stream);
    // Less than 15 s have passed, so the next thing that the client receives is a change.
    for (let second = 1; second < 15; second += 1) clock.advance(1_000);
    expect(stream.comments).toBe(0);
    await later(() => stream.comments === 1);
    await later(() => stream.comments === 2);
    clock.advance(30 * 60_000);
    await later(() => stream.isEnded);
    expect(stream.events.map(({ event }) => event)).toEqual(['session']);
    expect(stream.comments).toBe(2);
  });

  it('counts towards the number of open streams while the stream is open', async () => {
    const session = await aSession(t.call);
    const stream = await follow(session);
    await follow(session);
    expect(await openStreams()).toBe(2);
    stream.close();
    await until(async () => (await openStreams()) === 1);
  });
});

describe('a stream', () => {
  it('ends when its key is revoked', async () => {
    const session = await aSession(t.call);
    const workspace = ownWorkspace();
    const [ending, staying] = [await aKey({ workspace }), await aKey({ workspace })];
    const stream = await follow(session, { 'x-api-key': ending.secret });
    const kept = await follow(session, { 'x-api-key': staying.secret });
    await Promise.all([first(stream), first(kept)]);
    await t.call.post(`/keys/${ending.id}/revoke`).expect(200);
    await later(() => stream.isEnded);
    expect(kept.isEnded).toBe(false);
    expectProblem(
      await t.stranger.get(`/sessions/${session.id}/events`).set('x-api-key', ending.secret),
      'UNAUTHORIZED',
    );
  });

  it('ends when its token has expired', async () => {
    const session = await aSession(t.call);
    // Because clocks may differ, an expired token is accepted for a few more seconds.
    const exp = Math.floor(Date.now() / 1000) - 28;
    const ending = await provider.sign(ownWorkspace(), { exp });
    const staying = await provider.sign(ownWorkspace());
    const stream = await follow(session, { authorization: `Bearer ${ending}` });
    const kept = await follow(session, { authorization: `Bearer ${staying}` });
    await until(() => stream.isEnded || stream.events.length > 0);
    await later(() => stream.isEnded);
    expect((await first(kept)).event).toBe('session');
    expect(kept.isEnded).toBe(false);
  });

  it('ends when its key is revoked, even if the provider of other tokens does not respond', async () => {
    const session = await aSession(t.call);
    const ending = await aKey({ workspace: ownWorkspace() });
    const token = await provider.sign(ownWorkspace());
    const other = await follow(session, { authorization: `Bearer ${token}` });
    const stream = await follow(session, { 'x-api-key': ending.secret });
    await Promise.all([first(other), first(stream)]);
    const tokens = t.app.get(TokenAuthenticator);
    const away = new Problem('IDENTITY_UNAVAILABLE', 'away');
    Object.assign(tokens, { find: () => Promise.reject(away) });
    await t.call.post(`/keys/${ending.id}/revoke`).expect(200);
    await later(() => stream.isEnded);
    expect(other.isEnded).toBe(false);
    Reflect.deleteProperty(tokens, 'find');
  });

  it('ends when its workspace is erased', async () => {
    const workspace = `w-${randomUUID()}`;
    const { secret } = await aKey({ workspace });
    const call = callerWith(t.stranger, secret);
    const stream = await follow(await aSession(call), { 'x-api-key': secret });
    await first(stream);
    await eraseWorkspace(t.app.get(DataSource), workspace, 0);
    await later(() => stream.isEnded);
  });

  it('ends when the service stops, without delaying the stop', async () => {
    const stopping = await startTestApp();
    const session = await aSession(stopping.call);
    const streams = [await follow(session, {}, stopping), await follow(session, {}, stopping)];
    await Promise.all(streams.map(first));
    await stopping.close();
    await until(() => streams.every(({ isEnded }) => isEnded));
  });
});

describe('the number of streams', () => {
  it(`is limited to ${MAX_STREAMS_PER_WORKSPACE} for a workspace`, async () => {
    const [session, other] = [await aSession(t.call), await aSession(t.other)];
    for (let i = 0; i < MAX_STREAMS_PER_WORKSPACE; i += 1) expect((await follow(session)).status).toBe(200);
    const refused = await t.call.get(`/sessions/${session.id}/events`);
    expectProblem(refused, 'TOO_MANY_STREAMS');
    expect(refused.headers['retry-after']).toBe('5');
    // The limit applies to the workspace, not to a key.
    expect((await follow(other, { 'x-api-key': t.secrets.other })).status).toBe(200);
    opened[0]!.close();
    await until(async () => (await follow(session)).status === 200);
  });

  it(`is limited to ${MAX_STREAMS} for an instance`, async () => {
    const session = await aSession(t.call);
    await withStreamsOfOthers(t, 1, async () => {
      expect((await follow(session)).status).toBe(200);
      expectProblem(await t.call.get(`/sessions/${session.id}/events`), 'TOO_MANY_STREAMS');
    });
  });
});
