import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ApiKey } from '../src/auth/api-key.entity.js';
import { KeysService, NewKey } from '../src/auth/keys.service.js';
import { SCOPES, Scope } from '../src/auth/principal.js';
import { Caller, TestApp, callerWith, startTestApp } from './support/app.js';
import {
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  ingest,
  projectInput,
  statsOf,
} from './support/factories.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** A stored key, of a workspace of its own unless one is named. */
async function aKey(wanted: Partial<NewKey> = {}): Promise<{ id: string; secret: string; call: Caller }> {
  const all = { name: 'test', workspace: `w-${randomUUID()}`, scopes: SCOPES, expiresAt: null, ...wanted };
  const { key, secret } = await t.app.get(KeysService).create(all);
  return { id: key.id, secret, call: callerWith(t.stranger, secret) };
}

const revoke = (id: string) =>
  t.app.get(DataSource).getRepository(ApiKey).update({ id }, { revokedAt: Date.now() });

/** Waits until a key that was valid is refused: some seconds at most. */
async function refused(call: Caller): Promise<void> {
  const deadline = Date.now() + 10_000;
  let status = 200;
  while (status === 200 && Date.now() < deadline) {
    await delay(100);
    ({ status } = await call.get('/projects'));
  }
  expect(status).toBe(401);
}

describe('two workspaces', () => {
  it('list their own projects alone', async () => {
    const mine = await aProject(t.call);
    const theirs = await aProject(t.other);
    const ids = async (call: Caller) =>
      (await call.get('/projects').expect(200)).body.projects.map(({ id }: { id: string }) => id);
    expect(await ids(t.call)).toContain(mine.id);
    expect(await ids(t.call)).not.toContain(theirs.id);
    expect(await ids(t.other)).toContain(theirs.id);
    expect(await ids(t.other)).not.toContain(mine.id);
  });

  const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
  const requests: [what: string, ask: (id: string) => PromiseLike<{ status: number; text: string }>][] = [
    ['GET /sessions/{id}', (id) => t.other.get(`/sessions/${id}`)],
    ['GET /sessions/{id}/stats', (id) => t.other.get(`/sessions/${id}/stats`)],
    ['POST /sessions/{id}/finish', (id) => t.other.post(`/sessions/${id}/finish`)],
    ['POST /sessions/{id}/trades', (id) => t.other.post(`/sessions/${id}/trades`, { trades: [aTrade()] })],
    ['POST /sessions/{id}/trades, wrong', (id) => t.other.post(`/sessions/${id}/trades`, { trades: [] })],
    ['GET /sessions/{id}/stats, wrong', (id) => t.other.get(`/sessions/${id}/stats?x=1`)],
  ];
  it.each(requests)('answer another’s session to %s exactly like an unknown one', async (_, ask) => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const answer = async (id: string) => {
      const { status, text } = await ask(id);
      return { status, text: text.replace(/"requestId":"[^"]*"/, '') };
    };
    const unknown = await answer(UNKNOWN);
    expect(unknown.status).toBeGreaterThanOrEqual(400);
    expect(await answer(session.id)).toEqual(unknown);
    // Nothing of it reached the session.
    expect((await t.call.get(`/sessions/${session.id}`).expect(200)).body.session).toEqual(session);
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });

  it('cannot start a session in a project of each other', async () => {
    const { id: projectId } = await aProject(t.call);
    const input = { projectId, name: 'Run', initialBalance: 1000 };
    expectProblem(await t.other.post('/sessions', input), 'PROJECT_NOT_FOUND');
  });

  it('may use the same names and client ids', async () => {
    const trade = aTrade();
    for (const call of [t.call, t.other]) {
      const session = await aSession(call, { name: 'Same' });
      expect((await ingest(call, session, [trade])).inserted).toBe(1);
    }
  });

  it('share the candles', async () => {
    const query = '/candles?symbol=SHARED&interval=1m';
    const [mine, theirs] = [await t.call.get(query).expect(200), await t.other.get(query).expect(200)];
    expect(mine.body).toEqual(theirs.body);
  });
});

describe('a stored key', () => {
  it('sees what another key of its workspace made', async () => {
    const workspace = `w-${randomUUID()}`;
    const [old, renewed] = [await aKey({ workspace }), await aKey({ workspace })];
    const session = await aSession(old.call);
    expect((await renewed.call.get(`/sessions/${session.id}`).expect(200)).body.session).toEqual(session);
  });

  const scopes: [given: Scope[], reads: boolean, writes: boolean][] = [
    [['read'], true, false],
    [['write'], false, true],
    [['read', 'write'], true, true],
    [['admin'], false, false],
    [['read', 'write', 'admin'], true, true],
    [[], false, false],
  ];
  it.each(scopes)('with the scopes %j may read: %s, may write: %s', async (given, reads, writes) => {
    const workspace = `w-${randomUUID()}`;
    const { call: everything } = await aKey({ workspace });
    const { call } = await aKey({ workspace, scopes: given });
    const project = await aProject(everything);
    const session = await aSession(everything, { projectId: project.id });
    const input = { projectId: project.id, name: 'Run', initialBalance: 1000 };
    const reading = [
      call.get('/projects'),
      call.get(`/sessions/${session.id}`),
      call.get(`/sessions/${session.id}/stats`),
      call.get('/candles?symbol=BTCUSDT&interval=1m'),
    ];
    const writing = [
      call.post('/projects', projectInput()),
      call.post('/sessions', input),
      call.post(`/sessions/${session.id}/trades`, { trades: [aTrade()] }),
      call.post(`/sessions/${session.id}/finish`),
    ];
    for (const [requests, allowed] of [
      [reading, reads],
      [writing, writes],
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

  it('without the scope learns nothing of what there is', async () => {
    const { call } = await aKey({ scopes: ['write'] });
    expectProblem(await call.get('/sessions/no-such-session'), 'FORBIDDEN');
    expectProblem(await call.get('/candles'), 'FORBIDDEN');
  });

  it('is valid until it expires', async () => {
    const soon = await aKey({ expiresAt: Date.now() + 1500 });
    await soon.call.get('/projects').expect(200);
    await refused(soon.call);
  });

  it('is refused within seconds of being revoked, while another goes on', async () => {
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
  it('is the same but for its request id', async () => {
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

  it('is the answer to a key anywhere but in its header', async () => {
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
