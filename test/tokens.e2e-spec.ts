import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import { KEY_CACHED_MS } from '../src/platform/auth/authenticator.js';
import { KeysService } from '../src/platform/auth/keys.service.js';
import { loadKeySet } from '../src/platform/auth/tokens/load-key-set.js';
import { COOLDOWN_MS, RETRY_MS } from '../src/platform/auth/tokens/token-keys.js';
import { MAX_TOKEN_LENGTH } from '../src/platform/auth/tokens/check-token.js';
import { RefusedKeys } from '../src/platform/auth/refused-keys.js';
import { TokenAuthenticator } from '../src/platform/auth/tokens/token-authenticator.js';
import { eraseWorkspace } from '../src/cli/workspace/erase-workspace.js';
import { TestApp, callerWith, startTestApp } from './support/app.js';
import { aProject, projectInput } from './support/factories.js';
import {
  ANSWERS,
  AUDIENCE,
  ISSUER,
  IdentityProvider,
  aSigningKey,
  claimsOf,
  forged,
  signed,
} from './support/identity-provider.js';
import { withResponses } from './support/openapi-document.js';
import { expectProblem } from './support/problems.js';
import { until } from './support/until.js';
import { passServiceTime } from './support/service-clock.js';
import { usedOnce } from './support/used-once.js';

let provider: IdentityProvider;
let t: TestApp;
/** The workspace of `t.call`. */
let workspace: string;
beforeAll(async () => {
  provider = await IdentityProvider.start();
  t = await startWith({ JWT_JWKS_URL: provider.url });
  workspace = t.environment.configuredKeys[0]!.workspace;
  await t.call.get('/projects').expect(200);
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

const startWith = (settings: Readonly<Record<string, string>>): Promise<TestApp> =>
  startTestApp({ JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, ...settings });

const get = (token: string, path = '/projects', app = t): supertest.Test =>
  app.stranger.get(path).set('authorization', `Bearer ${token}`);

/** Moves forward the clock that decides when the key set is read again. */
function laterBy({ instances }: TestApp, ms: number): void {
  for (const instance of instances) keysOf(instance).attemptedAt -= ms;
}

function keysOf(instance: TestApp['app']): { attemptedAt: number } {
  const tokens: unknown = instance.get(TokenAuthenticator);
  return (tokens as { readonly keys: { attemptedAt: number } }).keys;
}

/** Sets the timeout of reads of the key set; `undefined` restores the usual timeout. */
function givesUpAfter(timeoutMs: number | undefined): void {
  const source = { url: provider.url };
  const load = () => loadKeySet(source, new AbortController().signal, timeoutMs);
  for (const instance of t.instances) Object.assign(keysOf(instance), { load });
}

describe('a bearer token', () => {
  it('has access to the workspace that the token names, like a key of that workspace', async () => {
    const token = await provider.sign(workspace);
    const project = await aProject(t.call);
    const { body } = await get(token, `/projects/${project.id}`).expect(200);
    expect(body.project.id).toBe(project.id);
    const other = await provider.sign(t.environment.configuredKeys[1]!.workspace);
    await t.other.get('/projects').expect(200);
    expectProblem(await get(other, `/projects/${project.id}`), 'PROJECT_NOT_FOUND');
  });

  it.each([
    ['read', 200, 403, 403],
    ['write', 403, 400, 403],
    ['openid admin profile', 403, 403, 200],
    [['read', 'write', 7, null], 200, 400, 403],
    ['', 403, 403, 403],
    [undefined, 403, 403, 403],
    ['readwrite READ', 403, 403, 403],
    ['audit delete', 403, 403, 403],
  ])('has the scopes that its claim contains: %j', async (scope, reading, writing, administering) => {
    const token = await provider.sign(workspace, { scope });
    expect((await get(token)).status).toBe(reading);
    const post = t.stranger.post('/projects').set('authorization', `Bearer ${token}`);
    expect((await post.send({})).status).toBe(writing);
    expect((await get(token, '/keys')).status).toBe(administering);
  });

  it('may read the audit log with the scope audit, and delete with the scope delete', async () => {
    const { id } = await aProject(t.call);
    const remove = (token: string) =>
      t.stranger.delete(`/projects/${id}`).set('authorization', `Bearer ${token}`);
    const [auditor, remover] = [
      await provider.sign(workspace, { scope: 'audit' }),
      await provider.sign(workspace, { scope: ['delete'] }),
    ];
    await get(auditor, '/audit').expect(200);
    await get(remover, '/audit').expect(403);
    await remove(auditor).expect(403);
    await remove(remover).expect(204);
  });

  it('that is refused has an entry in the audit log of the workspace "default"', async () => {
    const store = async () => {
      for (const instance of t.instances) await instance.get(RefusedKeys).store();
    };
    const wanted = { name: 'auditor', workspace: 'default', scopes: ['audit'] as const, expiresAt: null };
    const { secret } = await t.app.get(KeysService).create(wanted);
    // The entry has the id of the first request that it counts, so earlier refusals must be in an entry of their own.
    await store();
    const requestId = `token-${randomUUID()}`;
    const token = `${await provider.sign(workspace)}x`;
    await get(token).set('x-request-id', requestId).expect(401);
    await store();
    const { body } = await callerWith(t.stranger, secret)
      .get('/audit?count=500&action=key.refuse&actor=token')
      .expect(200);
    const own = body.entries.find((entry: { requestId: string }) => entry.requestId === requestId);
    expect(own).toMatchObject({ actor: { kind: 'unknown', id: 'token' }, count: 1 });
    expect(JSON.stringify(own)).not.toContain(token.slice(0, 12));
  });

  it('that lacks a scope gets an error that names this scope', async () => {
    const response = await get(await provider.sign(workspace, { scope: 'write' }));
    expectProblem(response, 'FORBIDDEN');
    expect(response.body.message).toBe('This token lacks the scope "read" that the request needs.');
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('can be signed with %s', async (alg) => {
    const own = await IdentityProvider.start();
    await own.announce(alg);
    const app = await startWith({ JWT_JWKS_URL: own.url });
    try {
      await app.call.get('/projects').expect(200);
      await get(await own.sign(app.environment.configuredKeys[0]!.workspace), '/projects', app).expect(200);
    } finally {
      await app.close();
      await own.close();
    }
  });

  it('can name several audiences, and is accepted with its scheme in any letter case', async () => {
    const token = await provider.sign(workspace, { aud: ['other', AUDIENCE] });
    await t.stranger.get('/projects').set('authorization', `bEARER   ${token}`).expect(200);
  });

  it('is accepted shortly before its start and shortly after its expiry, within the tolerance for clock differences', async () => {
    const now = Math.floor(Date.now() / 1000);
    await get(await provider.sign(workspace, { exp: now - 5 })).expect(200);
    await get(await provider.sign(workspace, { nbf: now + 20, iat: now + 20 })).expect(200);
  });

  it('is not accepted after its expiry, although its verification is cached', async () => {
    const caller = await usedOnce(async (lifetimeMs) => {
      const exp = Math.ceil((Date.now() + lifetimeMs) / 1000) - t.environment.JWT_CLOCK_SKEW_S;
      const token = await provider.sign(workspace, { exp });
      return { get: (path) => get(token, path) };
    });
    await until(async () => (await caller.get('/projects')).status !== 200);
    await caller.get('/projects').expect(401);
  });

  it('never creates a workspace', async () => {
    const unknown = `w-${randomUUID()}`;
    const response = await get(await provider.sign(unknown));
    expectProblem(response, 'FORBIDDEN');
    expect(response.body.message).toBe('The workspace that the token names does not exist.');
    const listed = await t.app.get(KeysService).list();
    expect(listed.map((key) => key.workspace)).not.toContain(unknown);
    await get(await provider.sign(unknown), '/health/live').expect(200);
  });

  it('can read its own workspace, subject and scopes', async () => {
    const { body } = await get(await provider.sign(workspace, { sub: 'carol@example.com' }), '/me').expect(
      200,
    );
    expect(body).toEqual({ workspace, key: null, subject: 'carol@example.com', scopes: ['read', 'write'] });
  });

  it('has its subject in the audit log as the author of a change', async () => {
    const token = await provider.sign(workspace, { sub: 'carol@example.com' });
    const post = t.stranger.post('/projects').set('authorization', `Bearer ${token}`);
    const { body } = await post.send(projectInput()).expect(201);
    const audit = await t.call.get(`/audit?resourceId=${body.project.id}`).expect(200);
    expect(audit.body.entries).toEqual([
      expect.objectContaining({
        actor: { kind: 'subject', id: 'carol@example.com' },
        action: 'project.create',
        address: expect.stringMatching(/127\.0\.0\.1$/),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);
    expect(audit.text).not.toContain(token);
  });

  it('creates only keys that expire with the token, because a token cannot be revoked', async () => {
    const exp = Math.floor(Date.now() / 1000) + 100;
    const token = await provider.sign(workspace, { scope: 'read write admin', exp });
    const post = (fields: object) =>
      t.stranger
        .post('/keys')
        .set('authorization', `Bearer ${token}`)
        .send({ name: 'by-token', ...fields });
    for (const fields of [{}, { expiresAt: null }])
      expect((await post(fields).expect(201)).body.key.expiresAt).toBe(exp * 1000);
    expectProblem(await post({ expiresAt: exp * 1000 + 1 }), 'VALIDATION_FAILED', ['expiresAt']);
    const own = (await t.app.get(KeysService).list()).find(({ name }) => name === 'by-token')!;
    const rotate = t.stranger.post(`/keys/${own.id}/rotate`).set('authorization', `Bearer ${token}`);
    expect((await rotate.send({}).expect(201)).body.key.expiresAt).toBeLessThanOrEqual(exp * 1000);
  });

  it('creates no keys after its expiry, even within the tolerance for clock differences', async () => {
    const exp = Math.floor(Date.now() / 1000) - 1;
    const token = await provider.sign(workspace, { scope: 'admin', exp });
    await get(token, '/keys').expect(200);
    const post = t.stranger.post('/keys').set('authorization', `Bearer ${token}`);
    expectProblem(await post.send({ name: 'after', scopes: ['admin'] }), 'UNAUTHORIZED');
  });

  it('is refused for a workspace that was erased', async () => {
    const erased = `w-${randomUUID()}`;
    const wanted = { name: 'first', workspace: erased, scopes: [], expiresAt: null };
    await t.app.get(KeysService).create(wanted);
    await get(await provider.sign(erased)).expect(200);
    await eraseWorkspace(t.app.get(DataSource), erased, 0);
    passServiceTime(KEY_CACHED_MS);
    const response = await get(await provider.sign(erased, { jti: randomUUID() }));
    expectProblem(response, 'FORBIDDEN');
    expect(response.body.message).toBe('The workspace was erased.');
  });

  it('is refused together with a key, even if both are valid', async () => {
    const response = await get(await provider.sign(workspace)).set('x-api-key', t.secrets.own);
    expectProblem(response, 'VALIDATION_FAILED', ['authorization']);
  });
});

describe('a token that is not valid', () => {
  const now = () => Math.floor(Date.now() / 1000);
  /** A day in seconds. Even on a slow machine, much less time passes between the signature and the request. */
  const DAY_S = 86_400;
  const sign = (changed: Readonly<Record<string, unknown>>) => () => provider.sign(workspace, changed);
  const publicKey = () => JSON.stringify(provider.key.publicJwk);
  const part = (claims: string) => Buffer.from(claims).toString('base64url');
  const refused: [what: string, reason: string, make: () => string | Promise<string>][] = [
    ['nothing', 'form', () => ''],
    ['no token', 'form', () => 'x'],
    ['an API key', 'form', () => t.secrets.own],
    ['two tokens', 'form', async () => `${await provider.sign(workspace)} ${await provider.sign(workspace)}`],
    ['alg none', 'algorithm', () => forged({ alg: 'none', kid: provider.key.kid }, claimsOf(workspace))],
    ['alg None', 'algorithm', () => forged({ alg: 'None', kid: provider.key.kid }, claimsOf(workspace))],
    [
      'HS256 with the public key',
      'algorithm',
      () => forged({ alg: 'HS256', kid: provider.key.kid }, claimsOf(workspace), publicKey()),
    ],
    [
      'an asymmetric algorithm that is not allowed',
      'algorithm',
      async () => signed(claimsOf(workspace), { ...(await aSigningKey('ES384')), kid: provider.key.kid }),
    ],
    [
      'a signature by another key that has the name of a known key',
      'signature',
      async () => signed(claimsOf(workspace), { ...(await aSigningKey()), kid: provider.key.kid }),
    ],
    ['an unknown key', 'unknown key', async () => signed(claimsOf(workspace), await aSigningKey())],
    [
      'a public key inside the header',
      'signature',
      async () => withHeader({ jwk: (await aSigningKey()).publicJwk }),
    ],
    ['no kid', 'no key named', () => withHeader({ kid: undefined })],
    ['a kid that is not a text', 'no key named', () => withHeader({ kid: 7 })],
    ['an unknown critical header', 'form', () => withHeader({ crit: ['x'], x: 1 })],
    [
      'claims that differ from the signed claims',
      'signature',
      async () => swapped(await provider.sign(workspace)),
    ],
    ['no signature', 'signature', async () => (await provider.sign(workspace)).replace(/[^.]*$/, '')],
    ['claims that are not JSON', 'form', () => provider.signText('no JSON')],
    ['claims that are a list', 'form', () => provider.signText('[]')],
    ['another issuer', 'claim iss', sign({ iss: `${ISSUER}/` })],
    ['no issuer', 'claim iss', sign({ iss: undefined })],
    ['another audience', 'claim aud', sign({ aud: 'other' })],
    ['no audience', 'claim aud', sign({ aud: undefined })],
    ['an audience that is a number', 'claim aud', sign({ aud: 7 })],
    ['an end in the past', 'expired', sign({ exp: now() - 60 })],
    ['no end', 'claim exp', sign({ exp: undefined })],
    ['an end that is a text', 'claim exp', sign({ exp: String(now() + 60) })],
    ['a start in the future', 'claim nbf', sign({ nbf: now() + DAY_S })],
    ['a start that is a text', 'claim nbf', sign({ nbf: 'now' })],
    ['a time of issue in the future', 'claim iat', sign({ iat: now() + DAY_S })],
    ['a time of issue that is a text', 'claim iat', sign({ iat: 'now' })],
    ['no subject', 'claim sub', sign({ sub: undefined })],
    ['an empty subject', 'claim sub', sign({ sub: '' })],
    ['a subject that is a number', 'claim sub', sign({ sub: 7 })],
    ['a long subject', 'claim sub', sign({ sub: 'x'.repeat(256) })],
    ['no workspace', 'claim of the workspace', sign({ workspace: undefined })],
    [
      'a workspace that is a list',
      'claim of the workspace',
      () => provider.sign(workspace, { workspace: [workspace] }),
    ],
    ['a workspace that is not a name', 'claim of the workspace', sign({ workspace: "' OR 1=1" })],
    ['scopes that are an object', 'claim of the scopes', sign({ scope: { read: true } })],
    ['scopes that are a number', 'claim of the scopes', sign({ scope: 7 })],
    ['8,193 characters', 'too long', () => 'x'.repeat(MAX_TOKEN_LENGTH + 1)],
    ['many claims', 'too long', sign({ much: 'x'.repeat(MAX_TOKEN_LENGTH) })],
  ];

  /** Returns a token of the provider with these fields in its header. */
  async function withHeader(fields: object): Promise<string> {
    const [header = '', ...rest] = (await provider.sign(workspace)).split('.');
    const changed = { ...(JSON.parse(Buffer.from(header, 'base64url').toString()) as object), ...fields };
    return [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.');
  }

  function swapped(token: string): string {
    const [header, , signature] = token.split('.');
    return [header, part(JSON.stringify(claimsOf(workspace, { scope: 'admin' }))), signature].join('.');
  }

  it.each(refused)(
    'gets a 401 for any path, and the log contains the reason: %s, %s',
    async (_, reason, make) => {
      const token = await make();
      for (const path of ['/projects', '/nowhere']) {
        const response = await get(token, path);
        expectProblem(response, 'UNAUTHORIZED');
        expect(response.headers['www-authenticate']).toBe(
          'ApiKey header="x-api-key", Bearer error="invalid_token"',
        );
      }
      await get(token, '/health/live').expect(200);
      expect(await t.app.get(TokenAuthenticator).find(token)).toEqual({ refusal: reason });
    },
  );

  it('is refused if it is sent twice', async () => {
    const token = `Bearer ${await provider.sign(workspace)}`;
    const { port } = t.app.getHttpServer().address() as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/projects`, {
      headers: [
        ['authorization', token],
        ['authorization', token],
      ],
    });
    expect(response.status).toBe(401);
  });
});

describe('a caller without a token', () => {
  it('gets an error that mentions both keys and tokens', async () => {
    for (const authorization of ['', 'Basic YTpi', 'Bearerx y']) {
      const response = await t.stranger.get('/projects').set('authorization', authorization);
      expectProblem(response, 'UNAUTHORIZED');
      expect(response.headers['www-authenticate']).toBe('ApiKey header="x-api-key", Bearer');
      expect(response.body.message).toContain('or a valid bearer token');
    }
  });

  it('can send a key, even if the header Authorization is for a proxy', async () => {
    await t.call.get('/projects').expect(200);
    await t.call.get('/projects').set('authorization', 'Basic YTpi').expect(200);
  });
});

describe('limits', () => {
  it('count refused tokens per address, together with refused keys, and count requests per subject', async () => {
    const app = await startWith({
      JWT_JWKS_URL: provider.url,
      FAILED_KEYS_PER_MINUTE: '3',
      RATE_LIMIT_PER_MINUTE: '2',
    });
    try {
      const { workspace: own } = app.environment.configuredKeys[0]!;
      await app.call.get('/projects').expect(200);
      await get('x', '/projects', app).expect(401);
      await get(await provider.sign('no-such-workspace'), '/projects', app).expect(403);
      await app.stranger.get('/projects').set('x-api-key', 'x').expect(401);
      await get('x', '/projects', app).expect(429);
      for (const status of [200, 200, 429])
        await get(await provider.sign(own, { jti: randomUUID() }), '/projects', app).expect(status);
      await get(await provider.sign(own, { sub: 'bob' }), '/projects', app).expect(200);
    } finally {
      await app.close();
    }
  });
});

describe('the claims', () => {
  it('are read from the fields that the settings name, even nested fields', async () => {
    const app = await startWith({
      JWT_JWKS_URL: provider.url,
      JWT_WORKSPACE_CLAIM: 'https://example.com/tenant',
      JWT_SCOPES_CLAIM: '/resource_access/backtest/roles',
    });
    try {
      await app.call.get('/projects').expect(200);
      const { workspace: own } = app.environment.configuredKeys[0]!;
      const claims = {
        'https://example.com/tenant': own,
        resource_access: { backtest: { roles: ['read'] } },
        scope: 'admin',
      };
      await get(await provider.sign('elsewhere', claims), '/projects', app).expect(200);
      await get(await provider.sign('elsewhere', claims), '/keys', app).expect(403);
      const flat = { ...claims, resource_access: 'backtest' };
      await get(await provider.sign('elsewhere', flat), '/projects', app).expect(403);
    } finally {
      await app.close();
    }
  });
});

describe('the key set', () => {
  it('is read again at once for a new key, and only once for all tokens that name the key', async () => {
    const before = provider.requests;
    await provider.announce();
    laterBy(t, COOLDOWN_MS);
    await Promise.all(Array.from({ length: 5 }, async () => get(await provider.sign(workspace)).expect(200)));
    // Tokens that arrive during a read wait for the next read.
    expect(provider.requests - before).toBeLessThanOrEqual(2);
    await provider.announce();
    await get(await provider.sign(workspace)).expect(200);
  });

  it('is not read again for every single one of many unknown keys', async () => {
    const before = provider.requests;
    const tokens = await Promise.all(
      Array.from({ length: 30 }, async () => signed(claimsOf(workspace), await aSigningKey())),
    );
    await Promise.all(tokens.map((token) => get(token).expect(401)));
    expect(provider.requests - before).toBeLessThan(tokens.length / 2);
  });

  const failures = (Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]).filter(
    (name) => name !== 'the key set',
  );
  it.each(failures)(
    'may be unavailable (%s): tokens of known keys are still accepted, and a token of an unknown key gets a 503',
    async (answer) => {
      provider.answer = answer;
      if (answer === 'silence' || answer === 'a slow body') givesUpAfter(200);
      try {
        laterBy(t, COOLDOWN_MS);
        const response = await get(await signed(claimsOf(workspace), await aSigningKey()));
        expectProblem(response, 'IDENTITY_UNAVAILABLE');
        expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(5);
        await get(await provider.sign(workspace)).expect(200);
        await t.call.get('/projects').expect(200);
        // The service still distinguishes an invalid token from a token that it cannot check.
        await get(await provider.sign(workspace, { aud: 'other' })).expect(401);
      } finally {
        provider.answer = 'the key set';
        givesUpAfter(undefined);
        laterBy(t, RETRY_MS);
      }
      await get(await signed(claimsOf(workspace), await aSigningKey())).expect(401);
    },
  );

  it('may be unreachable at the start: the service then accepts API keys, and accepts tokens as soon as it can read the key set', async () => {
    const own = await IdentityProvider.start();
    own.answer = 'an error';
    const app = await startWith({ JWT_JWKS_URL: own.url });
    try {
      await app.call.get('/projects').expect(200);
      const token = await own.sign(app.environment.configuredKeys[0]!.workspace);
      expectProblem(await get(token, '/projects', app), 'IDENTITY_UNAVAILABLE');
      own.answer = 'the key set';
      laterBy(app, RETRY_MS);
      await get(token, '/projects', app).expect(200);
    } finally {
      await app.close();
      await own.close();
    }
  });

  it('is read from a file, and is read again for a new key', async () => {
    const own = await IdentityProvider.start();
    const file = join(tmpdir(), `${randomUUID()}.json`);
    await writeFile(file, own.keySet);
    const app = await startWith({ JWT_JWKS_FILE: file });
    try {
      await app.call.get('/projects').expect(200);
      const { workspace: own1 } = app.environment.configuredKeys[0]!;
      await get(await own.sign(own1), '/projects', app).expect(200);
      await own.announce();
      await writeFile(file, own.keySet);
      laterBy(app, COOLDOWN_MS);
      await get(await own.sign(own1), '/projects', app).expect(200);
      expect(own.requests).toBe(0);
    } finally {
      await app.close();
      await own.close();
      await rm(file);
    }
  });

  it('prevents the start if it is a file that cannot be used', async () => {
    const file = join(tmpdir(), randomUUID());
    await expect(startWith({ JWT_JWKS_FILE: file })).rejects.toThrow(
      /^JWT_JWKS_FILE cannot be used: .*ENOENT/,
    );
    await writeFile(file, '{}');
    await expect(startWith({ JWT_JWKS_FILE: file })).rejects.toThrow(
      /^JWT_JWKS_FILE cannot be used: it is not/,
    );
    await rm(file);
  });
});

describe('the OpenAPI document', () => {
  it('describes tokens and their errors if tokens are accepted', async () => {
    const { body } = await t.stranger.get('/docs-json').expect(200);
    expect(body.components.securitySchemes.BearerAuth).toEqual({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
    });
    expect(body.security).toEqual([{ ApiKeyAuth: [] }, { BearerAuth: [] }]);
    const { responses } = withResponses(body).paths['/projects']!['get']!;
    const { schema } = responses['503']!.content!['application/json'];
    const codes = schema.allOf![1]!.properties!['code']!.enum;
    expect(codes).toContain('IDENTITY_UNAVAILABLE');
    expect(body.paths['/health/live'].get.security).toEqual([]);
  });
});
