import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { WorkspaceQuotas } from '../../src/platform/auth/workspace-quotas.js';
import { Workspace } from '../../src/platform/auth/workspace.entity.js';
import { Session } from '../../src/sessions/session.entity.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { aProject, aSession, aSessionWith, aTrade, finish, ingest, statsOf } from '../support/factories.js';
import { REDIS_URL, connectedToRedis, itWithRedis } from '../support/redis.js';
import { expectProblem } from '../support/problems.js';
import { setQuotas } from '../support/quotas.js';

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp({ STATS_CACHE_MB: '0' });
});
afterEach(() => t.close());

const trades = (count: number) => Array.from({ length: count }, () => aTrade());
const usage = async () => (await t.call.get('/usage').expect(200)).body.usage;

async function create(projectId: string, call: Caller = t.call) {
  return call.post('/sessions', { projectId, name: 'Run', initialBalance: 1000 });
}

/** Counts the outcomes of requests: the statuses of successes and the codes of problems. */
function outcomes(answers: readonly { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? String(status) : String(body.code);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('GET /usage', () => {
  it('shows the quotas and the usage of the workspace, and nothing of other workspaces', async () => {
    await aSessionWith(t.other, trades(2));
    await aSessionWith(t.call, trades(3));
    await aSession(t.call);
    expect((await t.call.get('/usage').expect(200)).body).toEqual({
      quotas: { sessions: null, trades: null, requestsPerMinute: null, statistics: null },
      usage: { sessions: 2, trades: 3, requestsPerMinute: null, statistics: 0 },
    });
    await setQuotas(t, { sessions: 5, trades: 100, requestsPerMinute: 1000, statistics: 4 });
    const { body } = await t.call.get('/usage').expect(200);
    expect(body.quotas).toEqual({ sessions: 5, trades: 100, requestsPerMinute: 1000, statistics: 4 });
    expect(body.usage).toEqual({ sessions: 2, trades: 3, requestsPerMinute: 1, statistics: 0 });
    expect((await t.other.get('/usage').expect(200)).body.quotas.sessions).toBeNull();
  });

  it('requires a key with the scope admin', async () => {
    const scopes = ['read', 'write'] as const;
    const { secret } = await t.app
      .get(KeysService)
      .create({ name: 'app', workspace: t.secrets.own, scopes, expiresAt: null });
    expectProblem(await callerWith(t.stranger, secret).get('/usage'), 'FORBIDDEN');
  });

  it('counts the stored trades of a session if the summary of this session is not up to date', async () => {
    const { id } = await aSessionWith(t.call, trades(3));
    await t.app.get(DataSource).manager.update(Session, { id }, { summaryRevision: null, tradeCount: 0 });
    expect(await usage()).toMatchObject({ trades: 3 });
  });
});

it('quotas are read over the connection of the transaction that needs them', async () => {
  await t.call.get('/projects').expect(200);
  const { id } = await t.app.get(DataSource).manager.findOneByOrFail(Workspace, { name: t.secrets.own });
  const quotas = t.app.get(WorkspaceQuotas);
  await quotas.set(t.secrets.own, { trades: 7 });
  const read = await t.app.get(DataSource).transaction((transaction) => quotas.get(id, transaction));
  expect(read.trades).toBe(7);
});

describe('a quota of sessions', () => {
  it('allows the given number of sessions, and another session after one is deleted', async () => {
    const { id: projectId } = await aProject(t.call);
    await setQuotas(t, { sessions: 2 });
    const { body } = await create(projectId);
    expect((await create(projectId)).status).toBe(201);
    const refused = await create(projectId);
    expectProblem(refused, 'QUOTA_SESSIONS');
    expect(refused.body.message).toBe(
      'The workspace may have 2 sessions at most; delete some, or ask the operator of the service for a larger quota.',
    );
    expectProblem(await t.call.post(`/sessions/${body.session.id}/copy`), 'QUOTA_SESSIONS');
    expect((await t.other.get('/usage')).body.usage.sessions).toBe(0);
    await t.call.delete(`/sessions/${body.session.id}`).expect(204);
    expect((await create(projectId)).status).toBe(201);
    expect(await usage()).toMatchObject({ sessions: 2 });
  });

  it('is not exceeded if sessions are created and copied at the same time', async () => {
    const { id, projectId } = await aSessionWith(t.call, trades(1));
    await setQuotas(t, { sessions: 6 });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        i % 2 === 0 ? create(projectId) : t.call.post(`/sessions/${id}/copy`),
      ),
    );
    expect(outcomes(answers)).toEqual({ 201: 5, QUOTA_SESSIONS: 11 });
    expect(await usage()).toMatchObject({ sessions: 6 });
  });

  it('does not use up the Idempotency-Key of a request that it refuses', async () => {
    const { id: projectId } = await aProject(t.call);
    await setQuotas(t, { sessions: 0 });
    const send = () =>
      t.call
        .post('/sessions', { projectId, name: 'Run', initialBalance: 1000 })
        .set('idempotency-key', 'quota-test');
    expectProblem(await send(), 'QUOTA_SESSIONS');
    await setQuotas(t, { sessions: 1 });
    expect((await send()).status).toBe(201);
  });
});

describe('a quota of trades', () => {
  const send = (id: string, batch: object[], call = t.call) =>
    call.post(`/sessions/${id}/trades`, { trades: batch });
  const HEADER = 'clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice';
  const fileOf = (batch: readonly ReturnType<typeof aTrade>[]) =>
    [HEADER, ...batch.map((trade) => HEADER.split(',').map((name) => trade[name as 'qty']))].join('\n');
  const importing = (id: string, batch: readonly ReturnType<typeof aTrade>[], query = '') =>
    t.call.post(`/sessions/${id}/trades/import${query}`).set('content-type', 'text/csv').send(fileOf(batch));

  it('allows the given number of trades in all sessions together', async () => {
    const [one, two] = [await aSession(t.call), await aSession(t.call)];
    await setQuotas(t, { trades: 5 });
    await ingest(t.call, one, trades(3));
    const refused = await send(two.id, trades(3));
    expectProblem(refused, 'QUOTA_TRADES');
    expect(refused.body.message).toBe(
      'The workspace may have 5 trades in all its sessions at most; delete some, or ask the operator of the service for a larger quota.',
    );
    expect((await statsOf(t.call, two)).tradeCount).toBe(0);
    await ingest(t.call, two, trades(2));
    expectProblem(await send(two.id, trades(1)), 'QUOTA_TRADES');
    expect(await usage()).toMatchObject({ trades: 5 });
    const { body } = await t.call.get(`/sessions/${one.id}/trades`).expect(200);
    await t.call.delete(`/sessions/${one.id}/trades/${body.trades[0].id}`).expect(204);
    // The first version of the deleted trade is kept.
    expectProblem(await send(two.id, trades(1)), 'QUOTA_TRADES');
    await t.call.delete(`/sessions/${one.id}/trades`).expect(200);
    await ingest(t.call, two, trades(3));
    expect(await usage()).toMatchObject({ trades: 5 });
  });

  it('never refuses an edit, a deletion or a rewind, whose first versions count from the next addition on', async () => {
    const session = await aSession(t.call);
    const other = await aSession(t.call);
    const { trades: stored } = await ingest(t.call, session, trades(4));
    await setQuotas(t, { trades: 4 });
    const path = `/sessions/${session.id}`;
    await t.call.patch(`${path}/trades/${stored[0]!.id}`, { qty: 2 }).expect(200);
    await t.call.delete(`${path}/trades/${stored[1]!.id}`).expect(204);
    await t.call.post(`${path}/rewind`, { to: stored[3]!.exitTime }).expect(200);
    expect(await usage()).toMatchObject({ trades: 5 });
    expectProblem(await send(other.id, trades(1)), 'QUOTA_TRADES');
  });

  it('does not count trades that are sent again', async () => {
    const session = await aSession(t.call);
    const [first, second, third] = [aTrade(), aTrade(), aTrade()];
    await setQuotas(t, { trades: 2 });
    await ingest(t.call, session, [first, second]);
    expect((await send(session.id, [first, second]).expect(201)).body.inserted).toBe(0);
    expect((await send(session.id, [second]).expect(201)).body.inserted).toBe(0);
    expectProblem(await send(session.id, [third, first]), 'QUOTA_TRADES');
    expectProblem(await send(session.id, [first, third]), 'QUOTA_TRADES');
    await setQuotas(t, { trades: 3 });
    expect((await send(session.id, [third, first]).expect(201)).body.inserted).toBe(1);
  });

  it('is not exceeded by concurrent batches of several sessions', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => aSession(t.call)));
    await setQuotas(t, { trades: 50 });
    const answers = await Promise.all(
      [...sessions, ...sessions].map(
        ({ id }) => send(id, trades(10)) as PromiseLike<Awaited<ReturnType<typeof send>>>,
      ),
    );
    expect(outcomes(answers)).toEqual({ 201: 5, QUOTA_TRADES: 11 });
    expect(await usage()).toMatchObject({ trades: 50 });
  });

  it('refuses a whole file if a part of the file would exceed the quota', async () => {
    const session = await aSession(t.call);
    await setQuotas(t, { trades: 1_200 });
    const file = trades(1_201);
    expectProblem(await importing(session.id, file), 'QUOTA_TRADES');
    expect(await usage()).toMatchObject({ trades: 0 });
    expect((await importing(session.id, file.slice(0, 700)).expect(201)).body.inserted).toBe(700);
    expectProblem(await importing(session.id, file), 'QUOTA_TRADES');
    expect(await usage()).toMatchObject({ trades: 700 });
    // The stored trades of a file do not count again.
    const { body } = await importing(session.id, file.slice(0, 1_200)).expect(201);
    expect(body).toMatchObject({ inserted: 500, stored: 700 });
    await importing(session.id, file, '?preview=true').expect(200);
  });

  it('refuses a copy whose trades would exceed the quota, but allows a copy without trades', async () => {
    const session = await aSessionWith(t.call, trades(3));
    const copy = (body = {}) => t.call.post(`/sessions/${session.id}/copy`, body);
    await setQuotas(t, { trades: 5 });
    expectProblem(await copy(), 'QUOTA_TRADES');
    await copy({ withTrades: false }).expect(201);
    expect(await usage()).toMatchObject({ sessions: 2, trades: 3 });
    await setQuotas(t, { trades: 6 });
    await copy().expect(201);
    expect(await usage()).toMatchObject({ sessions: 3, trades: 6 });
  });

  it('also applies to a copy if the summary of the original is not up to date', async () => {
    const { id } = await aSessionWith(t.call, trades(3));
    await t.app.get(DataSource).manager.update(Session, { id }, { summaryRevision: null, tradeCount: 0 });
    await setQuotas(t, { trades: 5 });
    expectProblem(await t.call.post(`/sessions/${id}/copy`), 'QUOTA_TRADES');
  });

  it('refuses only new trades if the quota is below the number of stored trades', async () => {
    const stored = aTrade();
    const session = await aSessionWith(t.call, [stored, ...trades(2)]);
    await setQuotas(t, { trades: 1, sessions: 0 });
    expectProblem(await send(session.id, trades(1)), 'QUOTA_TRADES');
    expectProblem(await create(session.projectId), 'QUOTA_SESSIONS');
    await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    await send(session.id, [stored]).expect(201);
    expect((await statsOf(t.call, session)).tradeCount).toBe(3);
    const { body } = await t.call.get(`/sessions/${session.id}/trades`).expect(200);
    await t.call.patch(`/sessions/${session.id}/trades/${body.trades[0].id}`, { qty: 2 }).expect(200);
    await finish(t.call, session);
    expectProblem(await send(session.id, trades(1)), 'SESSION_FINISHED');
    await t.call.delete(`/sessions/${session.id}`).expect(204);
  });

  it('no longer applies when it is removed', async () => {
    const session = await aSession(t.call);
    await setQuotas(t, { trades: 0 });
    expectProblem(await send(session.id, trades(1)), 'QUOTA_TRADES');
    await setQuotas(t, { trades: null });
    await ingest(t.call, session, trades(1));
  });
});

describe('a quota of concurrent statistics', () => {
  it('refuses further requests with the time to wait, but never refuses a finish', async () => {
    const session = await aSessionWith(t.call, trades(500));
    await setQuotas(t, { statistics: 1 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        t.call.get(`/sessions/${session.id}/stats?breakEvenThreshold=${i}`),
      ),
    );
    const counts = outcomes(answers);
    expect(Object.keys(counts).toSorted()).toEqual(['200', 'QUOTA_STATISTICS']);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(refused.headers['retry-after']).toBe('1');
    expect((await statsOf(t.call, session)).tradeCount).toBe(500);
    expect(await usage()).toMatchObject({ statistics: 0 });

    await setQuotas(t, { statistics: 0 });
    expectProblem(await t.call.get(`/sessions/${session.id}/stats`), 'QUOTA_STATISTICS');
    expectProblem(
      await t.call.post(`/sessions/${session.id}/trades/preview`, { trades: trades(1) }),
      'QUOTA_STATISTICS',
    );
    await finish(t.call, session);
    await aSessionWith(t.other, trades(1)).then((other) => statsOf(t.other, other));
  });
});

describe('a quota of requests', () => {
  it('counts all keys of the workspace together', async () => {
    const { secret } = await t.app
      .get(KeysService)
      .create({ name: 'second', workspace: t.secrets.own, scopes: ['read'], expiresAt: null });
    const second = callerWith(t.stranger, secret);
    await setQuotas(t, { requestsPerMinute: 3 });
    const { headers } = await t.call.get('/projects').expect(200);
    expect(headers['ratelimit-policy']).toMatch(/^"requests-per-workspace"; q=3; w=60/);
    await second.get('/projects').expect(200);
    await t.call.get('/projects').expect(200);
    for (const call of [second, t.call]) {
      const refused = await call.get('/projects');
      expectProblem(refused, 'QUOTA_REQUESTS');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    await t.other.get('/projects').expect(200);
    await t.call.get('/health/ready').expect(200);
    await t.stranger.get('/projects').expect(401);
  });

  it('allows exactly the given number of requests even if they arrive at the same time', async () => {
    await setQuotas(t, { requestsPerMinute: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.call.get('/projects')));
    expect(outcomes(answers)).toEqual({ 200: 5, QUOTA_REQUESTS: 15 });
  });

  itWithRedis(
    'counts the requests of all instances together if the instances share a Redis server',
    async () => {
      const secret = randomBytes(16).toString('hex');
      const settings = { REDIS_URL, API_KEYS: `${secret}@${secret}:${secret}` };
      const services = [await startTestApp(settings), await startTestApp(settings)];
      await connectedToRedis(services);
      try {
        const call = (i: number) => callerWith(services[i % 2]!.stranger, secret).get('/usage');
        await call(0).expect(200);
        for (const { app } of services) await app.get(WorkspaceQuotas).set(secret, { requestsPerMinute: 4 });
        const answers = [];
        for (let i = 0; i < 6; i += 1) answers.push(await call(i));
        expect(outcomes(answers)).toEqual({ 200: 4, QUOTA_REQUESTS: 2 });
        expect(answers[3]!.body.usage.requestsPerMinute).toBe(4);
      } finally {
        for (const service of services) await service.close();
      }
    },
  );
});
