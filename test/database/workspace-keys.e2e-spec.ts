import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ApiKey } from '../../src/platform/auth/api-key.entity.js';
import { KEY_CACHED_MS } from '../../src/platform/auth/authenticator.js';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import { SCOPES, type Scope } from '../../src/platform/auth/principal.js';
import { Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import { aProject } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { until } from '../support/until.js';
import { passServiceTime } from '../support/service-clock.js';
import { usedOnce } from '../support/used-once.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const callerOf = (secret: string): Caller => callerWith(t.stranger, secret);

async function create(fields: object = {}, call = t.call) {
  const { body } = await call.post('/keys', { name: 'laptop', ...fields }).expect(201);
  return body as { key: Record<string, unknown> & { id: string }; secret: string };
}

/** Creates a key with these scopes in a new workspace. */
async function callerWithScopes(scopes: Scope[]): Promise<Caller> {
  const wanted = { name: 'test', workspace: `w-${randomUUID()}`, scopes, expiresAt: null };
  return callerOf((await t.app.get(KeysService).create(wanted)).secret);
}

/** Waits until the key is refused. */
async function refused(secret: string): Promise<void> {
  passServiceTime(KEY_CACHED_MS);
  await until(async () => (await callerOf(secret).get('/projects')).status !== 200, 100);
  await callerOf(secret).get('/projects').expect(401);
}

const idsOf = (body: { keys: readonly { id: string }[] }) => body.keys.map(({ id }) => id);

describe('GET /me', () => {
  it.each([[['read']], [['write']], [['admin']], [['read', 'write']]] as [Scope[]][])(
    'names the workspace, the key and its scopes %j',
    async (scopes) => {
      const workspace = `w-${randomUUID()}`;
      const wanted = { name: 'laptop', workspace, scopes, expiresAt: null };
      const { secret } = await t.app.get(KeysService).create(wanted);
      const { body } = await callerOf(secret).get('/me').expect(200);
      expect(body).toEqual({ workspace, key: 'laptop', subject: null, scopes });
    },
  );

  it('names the key if it is configured in the settings', async () => {
    const { workspace, name } = t.environment.configuredKeys[0]!;
    const { body } = await t.call.get('/me').expect(200);
    expect(body).toEqual({ workspace, key: name, subject: null, scopes: SCOPES });
  });

  it('is refused for a key without a scope', async () => {
    expectProblem(await (await callerWithScopes([])).get('/me'), 'FORBIDDEN');
  });
});

describe('POST /keys', () => {
  it('creates a key of the workspace, which works at once, and shows its secret once', async () => {
    const before = Date.now();
    const { key, secret } = await create();
    expect(secret).toMatch(/^bss_[\w-]{43}$/);
    expect(key).toEqual({
      id: key.id,
      name: 'laptop',
      prefix: secret.slice(0, 12),
      scopes: ['read', 'write'],
      state: 'valid',
      createdAt: expect.any(Number),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(key['createdAt']).toBeGreaterThanOrEqual(before);
    const project = await aProject(callerOf(secret));
    await t.call.get(`/projects/${project.id}`).expect(200);
    await t.other.get(`/projects/${project.id}`).expect(404);
    expect((await t.call.get('/keys').expect(200)).text).not.toContain(secret);
    const stored = await t.app.get(DataSource).getRepository(ApiKey).findOneByOrFail({ id: key.id });
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('gives the key the requested scopes', async () => {
    const { key, secret } = await create({ scopes: ['read'] });
    expect(key).toMatchObject({ scopes: ['read'] });
    await callerOf(secret).get('/projects').expect(200);
    expectProblem(await callerOf(secret).post('/projects', {}), 'FORBIDDEN');
  });

  it('gives the key the requested expiry', async () => {
    let made: { readonly id: string; readonly secret: string } | undefined;
    await usedOnce(async (lifetimeMs) => {
      const expiresAt = Date.now() + lifetimeMs;
      const { key, secret } = await create({ expiresAt });
      expect(key).toMatchObject({ expiresAt });
      made = { id: key.id, secret };
      return callerOf(secret);
    });
    await refused(made!.secret);
    const { body } = await t.call.get('/keys');
    expect(body.keys.find(({ id }: { id: string }) => id === made!.id)).toMatchObject({ state: 'expired' });
  });

  it.each([
    ['name', { name: 'a b' }],
    ['name', { name: '-a' }],
    ['name', { name: 'x'.repeat(64) }],
    ['scopes', { scopes: ['read', 'read'] }],
    ['scopes', { scopes: [['read']] }],
    ['scopes', { scopes: [] }],
    ['expiresAt', { expiresAt: Date.now() }],
    ['workspace', { workspace: 'another' }],
  ])('refuses an invalid %s: %j', async (field, fields) => {
    expectProblem(await t.call.post('/keys', { name: 'a', ...fields }), 'VALIDATION_FAILED', [field]);
  });

  it('refuses scopes that the caller lacks', async () => {
    const call = await callerWithScopes(['admin', 'read']);
    await call.post('/keys', { name: 'a', scopes: ['read', 'admin'] }).expect(201);
    const response = await call.post('/keys', { name: 'a', scopes: ['read', 'write'] });
    expectProblem(response, 'FORBIDDEN');
    expect(response.body.message).toContain('"write"');
    expect((await call.get('/keys')).body.keys).toHaveLength(2);
  });
});

describe('a key that is created with an expiring key', () => {
  const lastsUntil = async (expiresAt: number) =>
    callerOf((await create({ scopes: [...SCOPES], expiresAt })).secret);

  it('expires with the creating key, or earlier if requested', async () => {
    const expiresAt = Date.now() + HOUR_MS;
    const maker = await lastsUntil(expiresAt);
    for (const fields of [{}, { expiresAt: null }, { expiresAt }])
      expect((await create(fields, maker)).key).toMatchObject({ expiresAt });
    const sooner = Date.now() + HOUR_MS / 2;
    expect((await create({ expiresAt: sooner }, maker)).key).toMatchObject({ expiresAt: sooner });
  });

  it('is refused if it would expire later, and nothing is created', async () => {
    const expiresAt = Date.now() + HOUR_MS;
    const maker = await lastsUntil(expiresAt);
    const response = await maker.post('/keys', { name: 'too-long', expiresAt: expiresAt + 1 });
    expectProblem(response, 'VALIDATION_FAILED', ['expiresAt']);
    expect(response.body.details[0].message).toBe(
      `must not be after ${expiresAt}, when the key or token of the request ends`,
    );
    expect((await t.call.get('/keys').expect(200)).text).not.toContain('too-long');
  });

  it('expires with the creating key, even if it succeeds a key that never expires, or the creating key itself', async () => {
    const expiresAt = Date.now() + HOUR_MS;
    const made = await create({ scopes: [...SCOPES], expiresAt });
    const maker = callerOf(made.secret);
    const endless = await create();
    for (const { id } of [endless.key, made.key]) {
      const { body } = await maker.post(`/keys/${id}/rotate`, { overlapMs: DAY_MS }).expect(201);
      expect(body.key.expiresAt).toBe(expiresAt);
    }
    const long = await create({ expiresAt: Date.now() + 90 * DAY_MS });
    const { body } = await maker.post(`/keys/${long.key.id}/rotate`).expect(201);
    expect(body.key.expiresAt).toBe(expiresAt);
  });

  it('never expires if the creating key never expires', async () => {
    const maker = callerOf((await create({ scopes: [...SCOPES] })).secret);
    expect((await create({}, maker)).key).toMatchObject({ expiresAt: null });
    const later = Date.now() + 90 * DAY_MS;
    expect((await create({ expiresAt: later }, maker)).key).toMatchObject({ expiresAt: later });
  });
});

describe('GET /keys', () => {
  it('is refused at once for a revoked key, although other reads with that key succeed for a few seconds', async () => {
    const { key, secret } = await create({ scopes: ['read', 'write', 'admin'] });
    const caller = callerOf(secret);
    const { body } = await caller.post('/keys', { name: 'before' }).expect(201);
    await t.call.post(`/keys/${key.id}/revoke`).expect(200);
    expectProblem(await caller.post('/keys', { name: 'after' }), 'UNAUTHORIZED');
    expectProblem(await caller.post(`/keys/${body.key.id}/rotate`), 'UNAUTHORIZED');
    const names = (await t.call.get('/keys').expect(200)).body.keys.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('after');
  });

  it('lists the keys of the workspace page by page, newest first', async () => {
    const call = await callerWithScopes(['admin']);
    const made: string[] = [];
    for (let i = 0; i < 4; i += 1) made.unshift((await create({ scopes: ['admin'] }, call)).key.id);
    const first = (await call.get('/keys?count=3').expect(200)).body;
    expect(idsOf(first)).toEqual(made.slice(0, 3));
    // The oldest key is the key of the caller.
    const second = (await call.get(`/keys?count=3&cursor=${first.nextCursor}`).expect(200)).body;
    expect([idsOf(second)[0], second.keys.length, second.nextCursor]).toEqual([made[3], 2, null]);
    expectProblem(await call.get('/keys?cursor=x'), 'VALIDATION_FAILED', ['cursor']);
  });

  it('shows no key of another workspace', async () => {
    const { key } = await create();
    expect(idsOf((await t.other.get('/keys')).body)).not.toContain(key.id);
    for (const action of ['rotate', 'revoke'])
      expectProblem(await t.other.post(`/keys/${key.id}/${action}`), 'KEY_NOT_FOUND');
    expect(idsOf((await t.call.get('/keys')).body)).toContain(key.id);
  });
});

describe('POST /keys/{id}/revoke', () => {
  it('makes the key invalid within seconds, and changes nothing if the key is already revoked', async () => {
    const { key, secret } = await create();
    await callerOf(secret).get('/projects').expect(200);
    const { body } = await t.call.post(`/keys/${key.id}/revoke`).expect(200);
    expect(body.key).toMatchObject({ ...key, state: 'revoked', revokedAt: expect.any(Number) });
    await refused(secret);
    const again = await t.call.post(`/keys/${key.id}/revoke`).expect(200);
    expect(again.body.key.revokedAt).toBe(body.key.revokedAt);
  });

  it('is refused at once for a revoked key, unless the key revokes itself', async () => {
    const [stolen, good] = [await create({ scopes: ['admin'] }), await create()];
    const thief = callerOf(stolen.secret);
    await thief.get('/keys').expect(200);
    await t.call.post(`/keys/${stolen.key.id}/revoke`).expect(200);
    expectProblem(await thief.post(`/keys/${good.key.id}/revoke`), 'UNAUTHORIZED');
    await callerOf(good.secret).get('/projects').expect(200);
    const own = await create({ scopes: ['admin'] });
    await callerOf(own.secret).post(`/keys/${own.key.id}/revoke`).expect(200);
  });

  it('returns 404 for a text that is not an id', async () => {
    expectProblem(await t.call.post('/keys/nothing/revoke'), 'KEY_NOT_FOUND');
  });
});

describe('POST /keys/{id}/rotate', () => {
  it('creates a successor, and by default both keys are valid for a day', async () => {
    const old = await create({ name: 'robot', scopes: ['read'], expiresAt: Date.now() + 90 * DAY_MS });
    const { body } = await t.call.post(`/keys/${old.key.id}/rotate`).expect(201);
    expect(body.key).toMatchObject({ name: 'robot', scopes: ['read'], state: 'valid' });
    expect(body.key.id).not.toBe(old.key.id);
    expect(body.replaced.id).toBe(old.key.id);
    const inDays = (ts: number) => (ts - Date.now()) / DAY_MS;
    expect(inDays(body.replaced.expiresAt)).toBeCloseTo(1, 3);
    expect(inDays(body.key.expiresAt)).toBeCloseTo(90, 3);
    for (const secret of [old.secret, body.secret]) await callerOf(secret).get('/projects').expect(200);
    const ended = await t.call.post(`/keys/${body.key.id}/rotate`, { overlapMs: 0 }).expect(201);
    expect(ended.body.replaced.state).toBe('expired');
    await refused(body.secret);
    await callerOf(ended.body.secret).get('/projects').expect(200);
  });

  it('never extends the validity of the old key', async () => {
    const expiresAt = Date.now() + HOUR_MS;
    const { key } = await create({ expiresAt });
    const { body } = await t.call.post(`/keys/${key.id}/rotate`, { overlapMs: DAY_MS }).expect(201);
    expect(body.replaced.expiresAt).toBe(expiresAt);
  });

  it('gives the successor the expiry of the old key even if this expiry is the last possible time', async () => {
    const expiresAt = 253_402_300_799_999;
    const { key } = await create({ expiresAt });
    const { body } = await t.call.post(`/keys/${key.id}/rotate`).expect(201);
    expect(body.key.expiresAt).toBe(expiresAt);
  });

  it('creates only one successor if two requests rotate the key at the same time', async () => {
    const { key } = await create();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => t.call.post(`/keys/${key.id}/rotate`, { overlapMs: 0 })),
    );
    const codes = answers.map(({ status, body }) => String(body.code ?? status));
    expect(codes.toSorted()).toEqual(['201', ...Array<string>(5).fill('KEY_NOT_VALID')]);
  });

  it('is refused for a key with a scope that the caller lacks', async () => {
    const call = await callerWithScopes(['admin', 'read', 'write']);
    const { secret } = await create({ scopes: ['admin'] }, call);
    const { key } = await create({ scopes: ['read'] }, call);
    expectProblem(await callerOf(secret).post(`/keys/${key.id}/rotate`), 'FORBIDDEN');
    await callerOf(secret).post(`/keys/${key.id}/revoke`).expect(200);
    expectProblem(await call.post(`/keys/${key.id}/rotate`), 'KEY_NOT_VALID');
  });
});

describe('the audit log', () => {
  it('names who created, rotated and revoked a key, and in which request, but contains no secret', async () => {
    const call = await callerWithScopes(['admin', 'read', 'write']);
    const [admin] = (await call.get('/keys').expect(200)).body.keys;
    const post = (path: string, requestId: string, body: object = {}) =>
      call.post(path, body).set('x-request-id', requestId);
    const { key } = (await post('/keys', 'made', { name: 'laptop' }).expect(201)).body;
    const rotated = (await post(`/keys/${key.id}/rotate`, 'rotated').expect(201)).body;
    await post(`/keys/${key.id}/revoke`, 'revoked').expect(200);
    const response = await call.get('/audit').expect(200);
    const by = { actor: { kind: 'key', id: admin.id }, address: expect.stringMatching(/127\.0\.0\.1$/) };
    const of = (id: string) => ({ resource: { type: 'key', id, tradeId: null }, count: null });
    expect(response.body.entries).toMatchObject([
      { ...by, ...of(key.id), action: 'key.revoke', requestId: 'revoked' },
      { ...by, ...of(rotated.key.id), action: 'key.create', requestId: 'rotated' },
      { ...by, ...of(key.id), action: 'key.rotate', requestId: 'rotated' },
      { ...by, ...of(key.id), action: 'key.create', requestId: 'made' },
      { ...of(admin.id), action: 'key.create', actor: { kind: 'command', id: 'cli' } },
    ]);
    expect(response.text).not.toContain('bss_');
  });
});
