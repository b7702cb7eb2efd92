import supertest from 'supertest';
import { type TestApp, startTestApp } from './support/app.js';
import { aProject, projectInput } from './support/factories.js';
import { AUDIENCE, ISSUER, IdentityProvider } from './support/identity-provider.js';
import { withResponses } from './support/openapi-document.js';
import { expectProblem } from './support/problems.js';

const APP = 'https://app.example.com';
const EVIL = 'https://evil.example';

let provider: IdentityProvider;
let t: TestApp;
let agent: ReturnType<typeof supertest>;
/** The workspace of `t.call`. */
let workspace: string;
let bearer: string;
const started: TestApp[] = [];

async function start(settings: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const tokens = { JWT_JWKS_URL: provider.url, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE };
  const app = await startTestApp({ ...tokens, DESK_AUTH: 'gateway', ...settings });
  started.push(app);
  return app;
}

/** Calls one instance without any proxy in between. */
const direct = ({ app }: TestApp) => supertest(app.getHttpServer());

beforeAll(async () => {
  provider = await IdentityProvider.start();
  t = await start({ PUBLIC_URL: 'http://desk.example', CORS_ORIGINS: APP });
  agent = direct(t);
  workspace = t.environment.configuredKeys[0]!.workspace;
  for (const call of [t.call, t.other]) await call.get('/projects').expect(200);
  bearer = `Bearer ${await provider.sign(workspace, { sub: 'carol@example.com' })}`;
});
afterAll(async () => {
  for (const app of started) await app.close();
  await provider.close();
});

describe('the caller behind a gateway', () => {
  it('is the person whom the token names', async () => {
    const { body } = await agent.get('/me').set('authorization', bearer).expect(200);
    expect(body).toMatchObject({ workspace, subject: 'carol@example.com', key: null });
  });

  it('is the author of the change in the audit log', async () => {
    const post = agent.post('/projects').set('authorization', bearer);
    const { body } = await post.set('sec-fetch-site', 'same-origin').send(projectInput()).expect(201);
    const audit = await t.call.get(`/audit?resourceId=${body.project.id}`).expect(200);
    expect(audit.body.entries).toEqual([
      expect.objectContaining({
        action: 'project.create',
        actor: { kind: 'subject', id: 'carol@example.com' },
      }),
    ]);
  });

  const NAMES = [
    'x-forwarded-user',
    'x-forwarded-email',
    'x-forwarded-preferred-username',
    'x-forwarded-groups',
    'x-forwarded-access-token',
    'x-auth-request-user',
    'x-auth-request-email',
    'x-auth-request-access-token',
    'x-remote-user',
    'remote-user',
    'x-user',
    'x-workspace',
  ];

  it.each(NAMES)('is not read from the header %s', async (name) => {
    const value = name.endsWith('token') ? bearer.slice('Bearer '.length) : 'own';
    expectProblem(await agent.get('/projects').set(name, value), 'UNAUTHORIZED');
    const { body } = await agent.get('/me').set('authorization', bearer).set(name, 'mallory').expect(200);
    expect(body).toMatchObject({ workspace, subject: 'carol@example.com' });
  });

  it('is identified by the key if the request has both a key and a token', async () => {
    const both = (secret: string, token = bearer) =>
      agent.get('/me').set('authorization', token).set('x-api-key', secret);
    expect((await both(t.secrets.other).expect(200)).body).toEqual({
      workspace: t.environment.configuredKeys[1]!.workspace,
      key: 'other',
      subject: null,
      scopes: ['read', 'write', 'admin', 'audit', 'delete', 'candles'],
    });
    expect((await both(t.secrets.own, 'Bearer invalid').expect(200)).body).toMatchObject({ key: 'own' });
  });

  it.each(['wrong', ''])('is refused with the key "%s", even if the token is valid', async (secret) => {
    for (const path of ['/me', '/nowhere']) {
      const response = await agent.get(path).set('authorization', bearer).set('x-api-key', secret);
      expectProblem(response, 'UNAUTHORIZED');
      expect(response.headers['www-authenticate']).toBe('ApiKey header="x-api-key", Bearer');
    }
  });

  it('is refused with a key and a token if the desk asks for a key', async () => {
    const other = direct(await start({ DESK_AUTH: 'key' }));
    const response = await other.get('/me').set('authorization', bearer).set('x-api-key', 'any');
    expectProblem(response, 'VALIDATION_FAILED', ['authorization']);
  });
});

describe('a write behind a gateway', () => {
  const METHODS = ['post', 'put', 'patch', 'delete'] as const;
  const credentials = (): [name: string, headers: Readonly<Record<string, string>>][] => [
    ['none', {}],
    ['a token', { authorization: bearer }],
    ['a key', { 'x-api-key': t.secrets.own }],
    ['both', { authorization: bearer, 'x-api-key': t.secrets.own }],
  ];
  const OTHERS: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: APP },
    { origin: EVIL },
    { origin: 'null' },
    { origin: 'http://localhost:5173' },
  ];

  it.each(METHODS)('%s is refused from a page of another origin, with any credential', async (method) => {
    for (const [, credential] of credentials())
      for (const headers of OTHERS)
        for (const path of ['/projects', '/nowhere', '/desk/'])
          expectProblem(await agent[method](path).set(credential).set(headers), 'FORBIDDEN');
  });

  it('stores nothing if it is refused', async () => {
    const symbol = 'OTHERORIGIN';
    const post = agent.post('/projects').set('authorization', bearer).set('origin', EVIL);
    expectProblem(await post.send(projectInput({ symbol })), 'FORBIDDEN');
    const { text } = await t.call.get('/projects').expect(200);
    expect(text).not.toContain(symbol);
  });

  it.each<[Readonly<Record<string, string>>]>([
    [{}],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'same-origin', origin: EVIL }],
    [{ origin: APP }],
    [{ origin: 'http://desk.example', host: 'desk.example' }],
  ])('is accepted with the headers %j', async (headers) => {
    for (const [name, credential] of credentials()) {
      const response = await agent.post('/projects').set(credential).set(headers).send(projectInput());
      expect([name, response.status]).toEqual([name, name === 'none' ? 401 : 201]);
    }
  });

  it('is accepted from the address that the gateway reports only if the gateway is trusted', async () => {
    const headers = {
      authorization: bearer,
      origin: 'https://desk.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'desk.example',
    };
    expectProblem(await agent.post('/projects').set(headers).send(projectInput()), 'FORBIDDEN');
    const behind = direct(await start({ TRUST_PROXY: '1' }));
    expect((await behind.post('/projects').set(headers).send({})).status).toBe(400);
    const plain = await behind.post('/projects').set({ ...headers, 'x-forwarded-proto': 'http' });
    expectProblem(plain, 'FORBIDDEN');
  });

  it('is accepted from any page if the desk asks for a key', async () => {
    const other = await start({ DESK_AUTH: 'key' });
    const post = () => direct(other).post('/projects').set('x-api-key', other.secrets.own);
    for (const headers of OTHERS) await post().set(headers).send(projectInput()).expect(201);
  });
});

describe('a read behind a gateway', () => {
  it.each(['get', 'head'] as const)('%s is accepted from any page', async (method) => {
    const project = await aProject(t.call);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: EVIL }])
      await agent[method](`/projects/${project.id}`).set('authorization', bearer).set(headers).expect(200);
  });

  it('cannot be embedded by pages of other origins', async () => {
    for (const path of ['/projects', '/me', '/desk/', '/docs', '/docs-json', '/nowhere', '/health/live']) {
      const { headers } = await agent.get(path).set('authorization', bearer);
      expect([path, headers['cross-origin-resource-policy']]).toEqual([path, 'same-origin']);
    }
  });
});

describe('CORS behind a gateway', () => {
  const preflight = (app: TestApp, origin: string) =>
    direct(app)
      .options('/projects')
      .set({ origin, 'sec-fetch-site': 'cross-site', 'access-control-request-method': 'POST' });

  it('allows no other origin by default', async () => {
    const other = await start();
    for (const origin of ['http://localhost:5173', EVIL, APP]) {
      for (const request of [preflight(other, origin), direct(other).get('/health/live').set({ origin })]) {
        const { headers } = await request;
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect(headers['vary']).toContain('Origin');
      }
    }
  });

  it('allows the listed origins, lets them read why a write was refused, and allows no cookies', async () => {
    const write = agent.post('/projects').set({ origin: APP, 'sec-fetch-site': 'cross-site' });
    for (const request of [preflight(t, APP).expect(204), write.expect(403)]) {
      const { headers } = await request;
      expect(headers['access-control-allow-origin']).toBe(APP);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });
});

describe('the page of the desk', () => {
  const modeIn = ({ text }: supertest.Response) => /<meta name="desk-auth" content="(\w+)"/.exec(text)?.[1];

  it.each(['', '/tools/backtest'])(
    'states how its requests are authenticated, under the base path "%s"',
    async (BASE_PATH) => {
      for (const DESK_AUTH of ['key', 'gateway']) {
        const page = await direct(await start({ DESK_AUTH, BASE_PATH }))
          .get(`${BASE_PATH}/desk/`)
          .expect(200);
        expect(modeIn(page)).toBe(DESK_AUTH);
        expect(page.headers).toMatchObject({
          'cache-control': 'private, no-cache',
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': expect.stringContaining("script-src 'self';"),
        });
      }
    },
  );

  it('is sent in full instead of a 304 if the browser has cached the page for another value of DESK_AUTH', async () => {
    const other = direct(await start({ DESK_AUTH: 'key' }));
    const { headers } = await other.get('/desk/').expect(200);
    const again = { 'if-modified-since': headers['last-modified']! };
    await other.get('/desk/').set(again).expect(304);
    expect(modeIn(await agent.get('/desk/').set(again).expect(200))).toBe('gateway');
    expect((await agent.head('/desk/').expect(200)).headers['content-type']).toContain('text/html');
  });
});

describe('the OpenAPI document', () => {
  const examplesOf = async (app: TestApp) => {
    const { body } = await direct(app).get('/docs-json').expect(200);
    const { get, post } = withResponses(body).paths['/projects']!;
    return [get!, post!].map(({ responses }) =>
      Object.keys(responses['403']!.content!['application/json'].examples!),
    );
  };

  it('describes the error OTHER_ORIGIN only if a gateway signs people in, and only for writes', async () => {
    expect(await examplesOf(t)).toEqual([['FORBIDDEN'], ['FORBIDDEN', 'OTHER_ORIGIN']]);
    expect(await examplesOf(await start({ DESK_AUTH: 'key' }))).toEqual([['FORBIDDEN'], ['FORBIDDEN']]);
  });

  it('has an example OTHER_ORIGIN that equals the response to a write from another origin, apart from the requestId', async () => {
    const { body } = await agent.get('/docs-json').expect(200);
    const { responses } = withResponses(body).paths['/projects']!['post']!;
    const { examples } = responses['403']!.content!['application/json'];
    const { body: sent } = await agent.post('/projects').set('origin', EVIL).expect(403);
    expect(examples!['OTHER_ORIGIN']!.value).toEqual({ ...sent, requestId: expect.any(String) });
  });
});
