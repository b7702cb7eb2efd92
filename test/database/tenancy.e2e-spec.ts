import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ApiKey } from '../../src/platform/auth/api-key.entity.js';
import { KEY_CACHED_MS } from '../../src/platform/auth/authenticator.js';
import { KeysService, NewKey } from '../../src/platform/auth/keys.service.js';
import { SCOPES, Scope } from '../../src/platform/auth/principal.js';
import { UNKNOWN_ID } from '../routes/requests.js';
import { ANALYSES } from '../support/analysis-paths.js';
import { ID_ROUTES } from '../routes/routes.js';
import { Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import {
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  ingest,
  projectInput,
  statsOf,
} from '../support/factories.js';
import { operations } from '../support/openapi-document.js';
import { expectProblem } from '../support/problems.js';
import { passServiceTime } from '../support/service-clock.js';
import { usedOnce } from '../support/used-once.js';
import { until } from '../support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Creates a stored key, in a new workspace unless a workspace is named. */
async function aKey(wanted: Partial<NewKey> = {}): Promise<{ id: string; secret: string; call: Caller }> {
  const all = { name: 'test', workspace: `w-${randomUUID()}`, scopes: SCOPES, expiresAt: null, ...wanted };
  const { key, secret } = await t.app.get(KeysService).create(all);
  return { id: key.id, secret, call: callerWith(t.stranger, secret) };
}

const revoke = (id: string) =>
  t.app.get(DataSource).getRepository(ApiKey).update({ id }, { revokedAt: Date.now() });

/** Waits until a key that was valid is refused. */
async function refused(call: Pick<Caller, 'get'>): Promise<void> {
  passServiceTime(KEY_CACHED_MS);
  await until(async () => (await call.get('/projects')).status !== 200, 100);
  await call.get('/projects').expect(401);
}

describe('two workspaces', () => {
  it('each list only their own projects', async () => {
    const mine = await aProject(t.call);
    const theirs = await aProject(t.other);
    const ids = async (call: Caller) =>
      (await call.get('/projects').expect(200)).body.projects.map(({ id }: { id: string }) => id);
    expect(await ids(t.call)).toContain(mine.id);
    expect(await ids(t.call)).not.toContain(theirs.id);
    expect(await ids(t.other)).toContain(theirs.id);
    expect(await ids(t.other)).not.toContain(mine.id);
  });

  const wrong = [
    ['patch /sessions/{id}', (call: Caller, id: string) => call.patch(`/sessions/${id}`, { name: '' })],
    [
      'post /sessions/{id}/trades',
      (call: Caller, id: string) => call.post(`/sessions/${id}/trades`, { trades: [] }),
    ],
    ['get /sessions/{id}/stats', (call: Caller, id: string) => call.get(`/sessions/${id}/stats?x=1`)],
  ] as const;
  const requests = [
    ...ID_ROUTES.map(({ route, ask }) => [route, 'valid', ask] as const),
    ...wrong.map(([route, ask]) => [route, 'wrong', ask] as const),
  ];

  it('are tested on every documented route with an id', () => {
    const tried = ID_ROUTES.map(({ route }) => route);
    expect(tried.toSorted()).toEqual(
      [...operations.keys()].filter((route) => route.includes('{id}')).toSorted(),
    );
  });

  it.each(requests)(
    'get the same response from %s (%s request) for an id of the other workspace as for an unknown id',
    async (route, what, ask) => {
      const session = await aSessionWith(t.call, [aTrade()]);
      const key = await aKey();
      const [, kind] = /\/(\w+)/.exec(route)!;
      const id = kind === 'keys' ? key.id : kind === 'projects' ? session.projectId : session.id;
      const answer = async (id: string) => {
        const { status, text } = await ask(t.other, id);
        return { status, text: text.replace(/"requestId":"[^"]*"/, '') };
      };
      const unknown = await answer(UNKNOWN_ID);
      if (what === 'wrong') expect(unknown.status).toBeGreaterThanOrEqual(400);
      else expect(unknown.status).toBe(404);
      expect(await answer(id)).toEqual(unknown);
      // The resource with the id is unchanged after all of these requests.
      await key.call.get('/projects').expect(200);
      await t.call.get(`/projects/${session.projectId}`).expect(200);
      expect((await t.call.get(`/sessions/${session.id}`).expect(200)).body.session).toEqual(session);
      expect((await statsOf(t.call, session)).tradeCount).toBe(1);
    },
  );

  it('cannot create a session in a project of the other workspace', async () => {
    const { id: projectId } = await aProject(t.call);
    const input = { projectId, name: 'Run', initialBalance: 1000 };
    expectProblem(await t.other.post('/sessions', input), 'PROJECT_NOT_FOUND');
  });

  it('cannot compare sessions of the other workspace', async () => {
    const { id, projectId } = await aSession(t.call);
    expectProblem(
      await t.other.get(`/projects/${projectId}/comparison?sessionIds=${id}`),
      'PROJECT_NOT_FOUND',
    );
    const { id: own } = await aProject(t.other);
    const response = await t.other.get(`/projects/${own}/comparison?sessionIds=${id}`);
    expectProblem(response, 'SESSION_NOT_FOUND', ['sessionIds[0]']);
  });

  it('can use the same names and client ids', async () => {
    const trade = aTrade();
    for (const call of [t.call, t.other]) {
      const session = await aSession(call, { name: 'Same' });
      expect((await ingest(call, session, [trade])).inserted).toBe(1);
    }
  });

  it('share the stored candles', async () => {
    for (const query of [
      '/candles?symbol=SHARED&interval=1m',
      '/candles/range?symbol=SHARED&interval=1m&from=0',
      '/candles/as-of?symbol=SHARED&intervals=1m&at=1',
      '/candles/series?symbol=SHARED',
    ]) {
      const [mine, theirs] = [await t.call.get(query).expect(200), await t.other.get(query).expect(200)];
      expect(mine.body).toEqual(theirs.body);
    }
  });
});

describe('a stored key', () => {
  it('can access what another key of its workspace created', async () => {
    const workspace = `w-${randomUUID()}`;
    const [old, renewed] = [await aKey({ workspace }), await aKey({ workspace })];
    const session = await aSession(old.call);
    expect((await renewed.call.get(`/sessions/${session.id}`).expect(200)).body.session).toEqual(session);
  });

  const scopes: [given: Scope[], reads: boolean, writes: boolean, administers: boolean][] = [
    [['read'], true, false, false],
    [['write'], false, true, false],
    [['read', 'write'], true, true, false],
    [['admin'], false, false, true],
    [['read', 'write', 'admin'], true, true, true],
    [['audit'], false, false, false],
    [['candles'], false, false, false],
    [[], false, false, false],
  ];
  const title = 'with the scopes %j may read: %s, may write: %s, may manage keys: %s';
  it.each(scopes)(title, async (given, reads, writes, administers) => {
    const workspace = `w-${randomUUID()}`;
    const { call: everything } = await aKey({ workspace });
    const { call } = await aKey({ workspace, scopes: given });
    const project = await aProject(everything);
    const session = await aSession(everything, { projectId: project.id });
    const { trades } = await ingest(everything, session, [aTrade(), aTrade()]);
    const paths = trades.map(({ id }) => `/sessions/${session.id}/trades/${id}`);
    const input = { projectId: project.id, name: 'Run', initialBalance: 1000 };
    const reading = [
      call.get('/projects'),
      call.get('/project-records'),
      call.get(`/projects/${project.id}`),
      call.get(`/projects/${project.id}/tags`),
      call.get('/sessions'),
      call.get(`/sessions/${session.id}`),
      call.get(`/sessions/${session.id}/record`),
      call.get(`/sessions/${session.id}/stats`),
      call.get(`/sessions/${session.id}/trades`),
      call.get(paths[0]!),
      call.get(`/projects/${project.id}/comparison`),
      ...ANALYSES.map(([path, query]) => call.get(`/sessions/${session.id}/${path}${query}`)),
      call.get(`/sessions/${session.id}/trades/export`),
      call.get(`/sessions/${session.id}/report`),
      call.get('/candles?symbol=BTCUSDT&interval=1m'),
      call.get('/candles/range?symbol=BTCUSDT&interval=1m&from=1'),
      call.get('/candles/as-of?symbol=BTCUSDT&intervals=1m&at=1'),
      call.get('/candles/series?symbol=BTCUSDT'),
    ];
    const writing = [
      call.post('/projects', projectInput()),
      call.post('/sessions', input),
      call.post(`/sessions/${session.id}/trades`, { trades: [aTrade()] }),
      call.post(`/sessions/${session.id}/trades/preview`, { trades: [aTrade()] }),
      call
        .post(`/sessions/${session.id}/trades/import`)
        .set('content-type', 'text/csv')
        .send('side,qty,entryTime,entryPrice,exitTime,exitPrice\nlong,1,1700000000000,1,1700000000000,2\n'),
      call.patch(paths[0]!, { qty: 2 }),
      call.delete(paths[1]!),
      call.patch(`/projects/${project.id}`, { name: 'x' }),
      call.patch(`/sessions/${session.id}`, { name: 'x' }),
      call.delete(`/sessions/${session.id}/trades`),
      call.put(`/sessions/${session.id}/playhead`, { at: 1 }),
      call.post(`/sessions/${session.id}/rewind`, { to: 1 }),
      call.post(`/sessions/${session.id}/finish`),
      call.post('/samples'),
      call.delete(`/sessions/${(await aSession(everything)).id}`),
      call.delete(`/projects/${(await aProject(everything)).id}`),
    ];
    const { id: keyId } = await aKey({ workspace, scopes: ['admin'] });
    const administering = [
      call.get('/keys'),
      call.post('/keys', { name: 'x', scopes: ['admin'] }),
      call.post(`/keys/${keyId}/rotate`),
      call.post(`/keys/${keyId}/revoke`),
      call.get('/metrics'),
    ];
    const importing = [
      call.post('/candles/import?symbol=SCOPED&interval=1m', [[0, 1, 1, 1, 1, 1]]),
      call.post('/candles/import?symbol=SCOPED&interval=1m&preview=true', [[0, 1, 1, 1, 1, 1]]),
    ];
    for (const [requests, allowed] of [
      [importing, given.includes('candles')],
      [reading, reads],
      [writing, writes],
      [administering, administers],
    ] as const) {
      for (const request of requests) {
        const response = await request;
        if (allowed) expect(response.status).toBeLessThan(300);
        else expectProblem(response, 'FORBIDDEN');
      }
    }
    const { body } = await everything.get(`/sessions/${session.id}`).expect(200);
    expect(body.session.status).toBe(writes ? 'finished' : 'active');
  });

  it('that lacks the required scope does not reveal whether a resource exists', async () => {
    const { call } = await aKey({ scopes: ['write'] });
    expectProblem(await call.get('/sessions/no-such-session'), 'FORBIDDEN');
    expectProblem(await call.get('/candles'), 'FORBIDDEN');
  });

  it('is valid until its expiry', async () => {
    const soon = await usedOnce(
      async (lifetimeMs) => (await aKey({ expiresAt: Date.now() + lifetimeMs })).call,
    );
    await refused(soon);
  });

  it('is refused within seconds after it is revoked, while other keys stay valid', async () => {
    const workspace = `w-${randomUUID()}`;
    const [old, renewed] = [await aKey({ workspace }), await aKey({ workspace })];
    await old.call.get('/projects').expect(200);
    await revoke(old.id);
    await refused(old.call);
    await renewed.call.get('/projects').expect(200);
  });

  it('is stored without its secret', async () => {
    const { id, secret } = await aKey();
    const stored = await t.app.get(DataSource).getRepository(ApiKey).findOneByOrFail({ id });
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(secret.startsWith(stored.prefix)).toBe(true);
    expect(stored.prefix.length).toBeLessThanOrEqual(12);
  });
});

describe('every 401', () => {
  it('is identical except for its request id', async () => {
    const expired = await aKey({ expiresAt: Date.now() - 1 });
    const revoked = await aKey();
    await revoke(revoked.id);
    const { secret } = await aKey();
    const keys = [
      undefined,
      '',
      ' ',
      'unknown',
      secret.slice(0, -1),
      `${secret}x`,
      secret.toUpperCase(),
      '\u00e9',
      'x'.repeat(4000),
      expired.secret,
      revoked.secret,
    ];
    const answers = await Promise.all(
      keys.map(async (key) => {
        const request = t.stranger.get('/projects');
        const { status, text, headers } = await (key === undefined ? request : request.set('x-api-key', key));
        const { 'x-request-id': requestId = '', date: _, ...rest } = headers;
        return { status, text: text.replace(requestId, ''), headers: rest };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.any(String) } });
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ code: 'UNAUTHORIZED' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('is sent if the key is not in its header', async () => {
    const { own } = t.secrets;
    for (const request of [
      t.stranger.get(`/projects?x-api-key=${own}`),
      t.stranger.get('/projects').set('authorization', `Bearer ${own}`),
      t.stranger.get('/projects').set('cookie', `x-api-key=${own}`),
    ]) {
      expectProblem(await request, 'UNAUTHORIZED');
    }
  });
});
