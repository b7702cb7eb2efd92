import { type Step, answers, cuts, cutsWithin, isSilent, refuses } from '../support/scripted-server.js';
import { ScriptedClients, failure } from '../support/scripted-client.js';
import type { UntypedClient } from '../support/typescript-client.js';
import { until } from '../support/until.js';

const clients = new ScriptedClients();

const PROJECTS = { projects: [] };
const ok = answers(200, PROJECTS);
const TRADES = { params: { id: 's' }, body: { trades: [] } };

describe('the TypeScript client, refused by the service,', () => {
  it('waits for the time in Retry-After, and then sends the request again', async () => {
    const client = await clients.clientOf([
      refuses(429, 'RATE_LIMITED', { 'retry-after': '1' }),
      refuses(503, 'BUSY'),
      ok,
    ]);
    expect(await client.get('/projects')).toEqual(PROJECTS);
    expect(clients.retries.map(({ attempts }) => attempts)).toEqual([1, 2]);
    expect(clients.retries[0]?.pauseMs).toBe(1000);
    expect(clients.retries[1]?.pauseMs).toBeGreaterThan(0);
  });

  it('fails after the last attempt', async () => {
    const client = await clients.clientOf([refuses(503, 'BUSY')], { maxAttempts: 3 });
    expect(await failure(client.get('/projects'))).toMatchObject({ status: 503, code: 'BUSY' });
    expect([clients.sent().length, clients.retries.length]).toEqual([3, 2]);
  });

  it('fails at once if Retry-After exceeds the maximum pause, but waits if Retry-After equals the maximum', async () => {
    const quota = refuses(429, 'QUOTA_REQUESTS', { 'retry-after': '1' });
    let client = await clients.clientOf([quota, ok], { maxPauseMs: 999 });
    expect(await failure(client.get('/projects'))).toMatchObject({
      code: 'QUOTA_REQUESTS',
      retryAfterMs: 1000,
    });
    expect(clients.sent().length).toBe(1);
    await clients.server.close();
    client = await clients.clientOf([quota, ok], { maxPauseMs: 1000 });
    expect(await client.get('/projects')).toEqual(PROJECTS);
  });

  it('throws an error with code, message, fields and request id, and does not send the request again', async () => {
    const details = [{ field: 'name', message: 'must not be empty' }];
    const client = await clients.clientOf([refuses(400, 'VALIDATION_FAILED', {}, details)]);
    const error = await failure(client.post('/projects', { body: {} }));
    expect(error).toBeInstanceOf(clients.module.ServiceError);
    expect(error).toMatchObject({
      name: 'ServiceError',
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'VALIDATION_FAILED.',
      details,
      requestId: 'r-1',
      retryAfterMs: null,
    });
    expect(clients.sent()).toEqual(['POST /base/projects']);
  });

  it.each<[string, Step]>([
    ['sends a page of a proxy', (response) => response.writeHead(404).end('<html>')],
    ['redirects', (response) => response.writeHead(302, { location: '/login' }).end()],
    ['sends no JSON', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  ])('throws an error which states that the address may be wrong, if the service %s', async (_, step) => {
    const client = await clients.clientOf([step]);
    expect(await failure(client.get('/projects'))).toMatchObject({ code: 'UNREADABLE' });
    expect(clients.sent().length).toBe(1);
  });
});

describe('the TypeScript client, whose connection is cut,', () => {
  it.each([
    ['before the response', cuts],
    ['within the response', cutsWithin],
  ])('sends a GET again if the connection is cut %s', async (_, step) => {
    const client = await clients.clientOf([step, ok]);
    expect(await client.get('/projects')).toEqual(PROJECTS);
    expect(clients.sent().length).toBe(2);
  });

  it('sends a creation again with the same Idempotency-Key, and uses a new key for another creation', async () => {
    const client = await clients.clientOf([cuts, cuts, answers(201, {})]);
    for (let call = 0; call < 2; call += 1) await client.post('/projects', { body: { name: 'a' } });
    const headers = { 'Idempotency-Key': 'my-key' };
    await client.post('/sessions/{id}/copy', { params: { id: 's' }, headers });
    const keys = clients.server.requests.map((request) => request.headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[4]).toBe('my-key');
  });

  it('sends trades again without an Idempotency-Key, because the service recognizes repeated trades', async () => {
    const client = await clients.clientOf([cuts, answers(201, { inserted: 0, trades: [] })]);
    await client.post('/sessions/{id}/trades', TRADES);
    expect(clients.server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each<[string, (client: UntypedClient) => Promise<unknown>]>([
    ['the creation of a key', (client) => client.post('/keys', { body: {} })],
    ['the rotation of a key', (client) => client.post('/keys/{id}/rotate', { params: { id: 'k' } })],
    [
      'a state with a condition',
      (client) => client.put('/sessions/{id}/state', { params: { id: 's' }, headers: { 'If-Match': '"a"' } }),
    ],
  ])(
    'does not send %s again, unless the service refused the request before it did anything',
    async (_, call) => {
      const client = await clients.clientOf([
        cuts,
        refuses(503, 'DATABASE_UNAVAILABLE'),
        refuses(503, 'BUSY'),
        ok,
      ]);
      const error = await failure(call(client));
      expect(error).toBeInstanceOf(clients.module.ConnectionError);
      expect(String(error)).toContain(clients.server.url);
      expect(await failure(call(client))).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      expect(clients.sent().length).toBe(2);
      expect(await call(client)).toEqual(PROJECTS);
    },
  );

  it('treats a deletion as successful if a connection was cut and a later attempt gets a 404', async () => {
    const gone = refuses(404, 'SESSION_NOT_FOUND');
    const client = await clients.clientOf([cuts, refuses(503, 'DATABASE_UNAVAILABLE'), gone]);
    const call = () => client.delete('/sessions/{id}', { params: { id: 's' } });
    expect(await call()).toBeUndefined();
    expect(await failure(call())).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
});

describe('the TypeScript client, cancelled by a signal,', () => {
  const reason = new Error('no longer wanted');

  it('sends nothing if the signal was already aborted', async () => {
    const client = await clients.clientOf([ok]);
    expect(await failure(client.get('/projects', { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(clients.sent()).toEqual([]);
  });

  it('aborts a request that waits for its response', async () => {
    const client = await clients.clientOf([isSilent]);
    const controller = new AbortController();
    const call = failure(client.get('/projects', { signal: controller.signal }));
    await until(() => clients.sent().length === 1);
    controller.abort(reason);
    expect(await call).toBe(reason);
    await until(() => clients.server.unfinished === 1);
    expect(clients.retries).toEqual([]);
  });

  it('aborts a pause between two attempts', async () => {
    const controller = new AbortController();
    const client = await clients.clientOf([refuses(503, 'BUSY', { 'retry-after': '3000' })], {
      maxPauseMs: 3_000_000,
      timeoutMs: 4_000_000,
      onRetry: () => controller.abort(reason),
    });
    expect(await failure(client.get('/projects', { signal: controller.signal }))).toBe(reason);
    expect(clients.sent().length).toBe(1);
  });
});
