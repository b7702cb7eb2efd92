import { gzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { ProjectsService } from '../src/projects/projects.service.js';
import { ANALYSES } from './support/analysis-paths.js';
import { TestApp, startTestApp } from './support/app.js';
import {
  Fields,
  aProject,
  aSession,
  aTrade,
  everySessionField,
  ingest,
  projectInput,
} from './support/factories.js';
import { expectProblem } from './support/problems.js';
import { aRun } from './support/run-files.js';

let t: TestApp;
/** A project and a session for requests. No test changes them. */
let project: { id: string };
let session: { id: string };
beforeAll(async () => {
  t = await startTestApp();
  project = await aProject(t.call);
  session = await aSession(t.call, everySessionField(project.id));
});
afterAll(() => t.close());

const JSON_TYPE = { 'content-type': 'application/json' };

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Headers = Readonly<Record<string, string>>;

const sendBy = (method: Method, path: string, text: string, headers: Headers) =>
  t.stranger[method](path).set('x-api-key', t.secrets.own).set(headers).send(text);
const send = (path: string, text: string, headers: Headers = JSON_TYPE) =>
  sendBy('post', path, text, headers);

/** No trade has this id. The service finds the problems of a request before it looks up the id. */
const TRADE_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/** Every route: its method and its path for a session. */
const ROUTES: [method: Method, path: (id: string) => string][] = [
  ['post', () => '/projects'],
  ['get', () => '/projects'],
  ['get', () => '/project-records'],
  ['get', (id) => `/projects/${id}`],
  ['patch', (id) => `/projects/${id}`],
  ['delete', (id) => `/projects/${id}`],
  ['get', (id) => `/projects/${id}/tags`],
  ['post', () => '/sessions'],
  ['get', () => '/sessions'],
  ['get', (id) => `/sessions/${id}`],
  ['get', (id) => `/sessions/${id}/record`],
  ['get', (id) => `/sessions/${id}/events`],
  ['patch', (id) => `/sessions/${id}`],
  ['delete', (id) => `/sessions/${id}`],
  ['delete', (id) => `/sessions/${id}/trades`],
  ['post', (id) => `/sessions/${id}/trades`],
  ['get', (id) => `/sessions/${id}/trades`],
  ['get', (id) => `/sessions/${id}/trades/${TRADE_ID}`],
  ['patch', (id) => `/sessions/${id}/trades/${TRADE_ID}`],
  ['delete', (id) => `/sessions/${id}/trades/${TRADE_ID}`],
  ['post', (id) => `/sessions/${id}/finish`],
  ['get', (id) => `/sessions/${id}/stats`],
  ...ANALYSES.map(([path]): [Method, (id: string) => string] => ['get', (id) => `/sessions/${id}/${path}`]),
  ['get', (id) => `/projects/${id}/comparison`],
  ['post', () => '/imports/preview'],
  ['post', () => '/samples'],
  ['post', (id) => `/sessions/${id}/copy`],
  ['get', (id) => `/sessions/${id}/state`],
  ['put', (id) => `/sessions/${id}/state`],
  ['put', (id) => `/sessions/${id}/playhead`],
  ['post', (id) => `/sessions/${id}/draw`],
  ['post', (id) => `/sessions/${id}/rewind`],
  ['post', (id) => `/sessions/${id}/trades/preview`],
  ['post', (id) => `/sessions/${id}/trades/import`],
  ['get', (id) => `/sessions/${id}/trades/export`],
  ['get', (id) => `/sessions/${id}/report`],
  ['get', () => '/keys'],
  ['post', () => '/keys'],
  ['post', () => `/keys/${TRADE_ID}/rotate`],
  ['post', () => `/keys/${TRADE_ID}/revoke`],
  ['get', () => '/candles'],
  ['get', () => '/candles/range'],
  ['get', () => '/candles/as-of'],
  ['get', () => '/candles/series'],
  ['post', () => '/candles/import'],
  ['get', () => '/usage'],
  ['get', () => '/me'],
];
const everyRoute = ROUTES.map(([method, path]): [Method, string, typeof path] => [
  method,
  path('{id}'),
  path,
]);
/**
 * Routes with a body that other test files check, because files are read as they arrive and a state may be any JSON
 * object.
 */
const OWN_RULES = /\/(import|state|imports\/preview)$/;
const everyBody = everyRoute.filter(
  ([method, path]) => (method === 'post' || method === 'patch') && !OWN_RULES.test(path),
);

describe.each(everyBody)('%s %s', (method, _path, path) => {
  const send = (to: string, text: string, headers: Headers = JSON_TYPE) => sendBy(method, to, text, headers);

  it.each([
    '{',
    '{"name":"x",}',
    "{'name':'x'}",
    '{"name":NaN}',
    '{"a":1}{"b":2}',
    '[',
    'undefined',
    '\0',
    ' ',
    'name=x',
  ])('refuses the malformed JSON %j', async (text) => {
    expectProblem(await send(path(session.id), text), 'MALFORMED_JSON');
  });

  it.each(['[]', '[{}]', '"text"', '1', 'true', 'null'])('refuses %s as a body', async (text) => {
    expectProblem(await send(path(session.id), text), 'VALIDATION_FAILED', ['body']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'json',
    '',
  ])('refuses a body of the content type %j', async (type) => {
    expectProblem(await send(path(session.id), '{}', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('refuses any other charset or encoding', async () => {
    for (const headers of [
      { 'content-type': 'application/json; charset=latin1' },
      { ...JSON_TYPE, 'content-encoding': 'compress' },
    ]) {
      expectProblem(await send(path(session.id), '{}', headers), 'UNSUPPORTED_MEDIA_TYPE');
    }
    const notGzip = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    expectProblem(await send(path(session.id), '{}', notGzip), 'MALFORMED_JSON');
  });

  const hostile: [what: string, text: string, field: string][] = [
    ['an unknown field', '{"x":1}', 'x'],
    ['a field without a name', '{"":1}', ''],
    ['__proto__', '{"__proto__":{"name":"x"}}', '__proto__'],
    ['constructor', '{"constructor":{"prototype":{"x":1}}}', 'constructor'],
    ['prototype', '{"prototype":1}', 'prototype'],
    ['a name that every object has', '{"toString":1}', 'toString'],
    ['a name that every object has, in an inner object', '{"assets":[{"valueOf":1}]}', 'assets[0].valueOf'],
    [
      '__proto__ in an inner object',
      '{"assets":[{"feesConfig":{"__proto__":1}}]}',
      'assets[0].feesConfig.__proto__',
    ],
    ['eleven levels', `{"a":${'['.repeat(10)}{}${']'.repeat(10)}}`, `a${'[0]'.repeat(10)}`],
    ['a hundred thousand levels', `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, `a${'[0]'.repeat(10)}`],
  ];
  it.each(hostile)('refuses a body with %s', async (_, text, field) => {
    const { body, ...response } = await send(path(session.id), text);
    expect(body).toMatchObject({ statusCode: 400, code: 'VALIDATION_FAILED' });
    expect(response.status).toBe(400);
    expect(body.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });
});

describe('a body', () => {
  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'is accepted as %s',
    async (type) => {
      await send('/projects', JSON.stringify(projectInput()), { 'content-type': type }).expect(201);
    },
  );

  it('is accepted compressed', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    const { body } = await t.call
      .post('/projects')
      .set(headers)
      .serialize((data: unknown) => data as string)
      .send(gzipSync(JSON.stringify(projectInput({ name: 'packed' }))))
      .expect(201);
    expect(body.project.name).toBe('packed');
  });

  it('is refused if its bytes are not UTF-8, whether or not it is compressed', async () => {
    const latin1 = Buffer.from(JSON.stringify(projectInput({ name: 'caf\xe9' })), 'latin1');
    for (const [body, headers] of [
      [latin1, JSON_TYPE],
      [gzipSync(latin1), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
    ] as const) {
      const request = t.call.post('/projects').set(headers);
      request.write(body);
      expectProblem(await request, 'MALFORMED_JSON');
    }
  });

  it('is accepted if its size is at most BODY_LIMIT', async () => {
    const small = await startTestApp({ BODY_LIMIT: '1kb' });
    try {
      const text = JSON.stringify(projectInput());
      const post = (body: string | Buffer, headers = {}) =>
        small.call
          .post('/projects')
          .set({ ...JSON_TYPE, ...headers })
          .serialize((data: unknown) => data as string)
          .send(body);
      expect((await post(text.padEnd(1024))).status).toBe(201);
      expectProblem(await post(text.padEnd(1025)), 'PAYLOAD_TOO_LARGE');
      expectProblem(
        await post(gzipSync(text.padEnd(1025)), { 'content-encoding': 'gzip' }),
        'PAYLOAD_TOO_LARGE',
      );
      expectProblem(await post('x'.repeat(10_000_000)), 'PAYLOAD_TOO_LARGE');
    } finally {
      await small.close();
    }
  });
});

describe('an unknown query parameter', () => {
  const valid: Readonly<Record<string, Fields>> = {
    '/projects': projectInput(),
    '/sessions/{id}/trades': { trades: [aTrade()] },
    '/sessions/{id}/finish': {},
    '/sessions/{id}/copy': {},
    '/sessions/{id}/trades/preview': { trades: [aTrade()] },
    '/sessions/{id}/state': { state: {} },
    '/samples': {},
    '/sessions/{id}/playhead': { at: 1 },
    '/sessions/{id}/draw': { length: 60_000 },
    '/sessions/{id}/rewind': { to: 1 },
    '/keys': { name: 'a' },
    [`/keys/${TRADE_ID}/rotate`]: {},
    [`/keys/${TRADE_ID}/revoke`]: {},
  };
  const queries: Readonly<Record<string, string>> = {
    '/candles': 'symbol=A&interval=1m&',
    '/candles/range': 'symbol=A&interval=1m&from=1&',
    '/candles/as-of': 'symbol=A&intervals=1m&at=1&',
    '/candles/import': 'symbol=A&interval=1m&',
    ...Object.fromEntries(
      ANALYSES.map(([path, query]) => [`/sessions/{id}/${path}`, query && `${query.slice(1)}&`]),
    ),
  };
  it.each(everyRoute)('is refused by %s %s', async (method, name, path) => {
    const body = name === '/sessions' ? everySessionField(project.id) : valid[name];
    for (const parameter of ['x', 'limit', '__proto__', 'constructor', 'valueOf']) {
      const url = `${path(session.id)}?${queries[name] ?? ''}${parameter}=1`;
      const response = await (body && (method === 'post' || method === 'put')
        ? t.call[method](url, body)
        : t.call[method](url));
      expectProblem(response, 'VALIDATION_FAILED', [parameter]);
      expect(response.body.message).toBe(`${parameter} is not a known parameter.`);
    }
  });

  it.each(['/health/live', '/health/ready'])('is ignored by %s', async (path) => {
    await t.stranger.get(`${path}?x=1`).expect(200);
  });
});

describe('an unknown path', () => {
  const paths = [
    '/nowhere',
    '/project',
    '/projects/1/nothing',
    '/sessions/1/trades/2/x',
    '/sessions/1/nothing',
    '/candles/x',
  ];
  it.each([
    ...paths,
    '/%',
    '/sessions/%',
    '/sessions/%E0%A4%A/stats',
    '/..%2fprojects',
    '/v1/projects',
    '/PROJECTS',
  ])('is not found: %s', async (path) => {
    expectProblem(await t.call.get(path), 'NOT_FOUND');
    expectProblem(await t.call.post(path, {}), 'NOT_FOUND');
    expectProblem(await send(path, '{'), 'NOT_FOUND');
  });

  it('is shortened in the error message', async () => {
    const { body } = await t.call.get(`/${'x'.repeat(5000)}`).expect(404);
    expect(body.message.length).toBeLessThan(300);
  });
});

describe('a method that a path does not support', () => {
  const table: [path: string, methods: ('get' | 'post' | 'put' | 'patch' | 'delete')[], allow: string][] = [
    ['/projects', ['put', 'patch', 'delete'], 'GET, HEAD, POST'],
    ['/project-records', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/projects/1', ['post', 'put'], 'DELETE, GET, HEAD, PATCH'],
    ['/projects/1/tags', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions', ['put', 'patch', 'delete'], 'GET, HEAD, POST'],
    ['/sessions/1', ['post', 'put'], 'DELETE, GET, HEAD, PATCH'],
    ['/sessions/1/events', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions/1/record', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions/1/trades', ['put', 'patch'], 'DELETE, GET, HEAD, POST'],
    ['/sessions/1/trades/2', ['post', 'put'], 'DELETE, GET, HEAD, PATCH'],
    ['/sessions/1/trades/preview', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/trades/import', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/trades/import/', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/imports/preview', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/samples', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/candles/import', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/trades/export', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions/1/report', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions/1/copy', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/state', ['post', 'patch', 'delete'], 'GET, HEAD, PUT'],
    ['/sessions/1/playhead', ['get', 'post', 'patch', 'delete'], 'PUT'],
    ['/sessions/1/draw', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/rewind', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/projects/1/comparison', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions/1/finish', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/stats', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ...ANALYSES.map(([path]): (typeof table)[number] => [
      `/sessions/1/${path}`,
      ['post', 'put', 'patch', 'delete'],
      'GET, HEAD',
    ]),
    ['/keys', ['put', 'patch', 'delete'], 'GET, HEAD, POST'],
    ['/keys/1/rotate', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/keys/1/revoke', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/candles', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/candles/range', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/candles/as-of', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/candles/series', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/usage', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/me', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
  ];
  it.each(table)('is refused by %s: %j', async (path, methods, allow) => {
    for (const method of methods) {
      const response = await t.stranger[method](path).set('x-api-key', t.secrets.own);
      expectProblem(response, 'METHOD_NOT_ALLOWED');
      expect(response.headers['allow']).toBe(allow);
    }
  });

  it.each(['/projects/:id', '/sessions/:id', '/sessions/1/trades/:tradeId'])(
    'is not reported for a supported method if the id looks like a parameter of a route: %s',
    async (path) => {
      for (const method of ['get', 'patch', 'delete'] as const)
        expect([400, 404]).toContain((await t.call[method](path).send({})).status);
    },
  );

  it('is not reported for HEAD if the path supports GET', async () => {
    const { body, text } = await t.stranger.head('/projects').set('x-api-key', t.secrets.own).expect(200);
    expect([body, text]).toEqual([{}, undefined]);
  });
});

describe('a request without a key', () => {
  it.each(everyRoute)('gets a 401: %s %s', async (method, _, path) => {
    expectProblem(await t.stranger[method](path(session.id)), 'UNAUTHORIZED');
  });

  it.each(everyBody)('gets a 401 before its body is read: %s %s', async (method, _path, path) => {
    const post = (text: string, headers: Readonly<Record<string, string>>) =>
      t.stranger[method](path(session.id)).set(headers).send(text);
    expectProblem(await post('{', JSON_TYPE), 'UNAUTHORIZED');
    expectProblem(await post('<x/>', { 'content-type': 'application/xml' }), 'UNAUTHORIZED');
    expectProblem(await post('{}', { ...JSON_TYPE, 'content-encoding': 'compress' }), 'UNAUTHORIZED');
    expectProblem(await post(`"${'x'.repeat(10_000_000)}"`, JSON_TYPE), 'UNAUTHORIZED');
    expectProblem(await post('{', { ...JSON_TYPE, 'x-api-key': 'wrong' }), 'UNAUTHORIZED');
  });

  it('gets the same response for all paths and methods', async () => {
    for (const path of ['/nowhere', '/%', '/sessions']) {
      expectProblem(await t.stranger.get(path), 'UNAUTHORIZED');
      expectProblem(await t.stranger.delete(path), 'UNAUTHORIZED');
    }
  });

  it('is accepted by the health routes', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      expect((await t.stranger.get(path).expect(200)).body.status).toBe('ok');
    }
  });
});

describe('x-request-id', () => {
  it.each(['a', 'A.b:c=d+e/f-g_1', 'x'.repeat(128)])('is returned as sent: %s', async (id) => {
    const found = await t.call.get('/projects').set('x-request-id', id).expect(200);
    expect(found.headers['x-request-id']).toBe(id);
    for (const response of [
      await t.call.get('/nowhere').set('x-request-id', id),
      await t.call.post('/projects', {}).set('x-request-id', id),
      await t.stranger.get('/projects').set('x-request-id', id),
    ]) {
      expect(response.headers['x-request-id']).toBe(id);
      expect(response.body.requestId).toBe(id);
    }
  });

  it.each(['x'.repeat(129), 'a b', '"a"', '<script>', 'a;b', '{"a":1}', 'ä', ' '])(
    'is replaced if it is %j',
    async (id) => {
      const response = await t.call.get('/nowhere').set('x-request-id', id).expect(404);
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.body.requestId).toBe(response.headers['x-request-id']);
    },
  );

  it('is different for each request', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await t.call.get('/projects')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
  });
});

describe('an internal error', () => {
  it('is a 500 that shows no details', async () => {
    const own = await startTestApp();
    try {
      Object.assign(own.app.get(ProjectsService), {
        list: () => Promise.reject(new Error('secret of table x')),
      });
      const response = await own.call.get('/projects');
      expectProblem(response, 'INTERNAL_ERROR');
      expect(response.text).not.toContain('secret');
    } finally {
      await own.close();
    }
  });

  it('is a 503 if the database cannot complete the request', async () => {
    const own = await startTestApp();
    const { id, projectId } = await aSession(own.call);
    await ingest(own.call, { id }, [aTrade()]);
    await own.app.get(DataSource).destroy();
    try {
      for (const request of [
        own.call.get('/projects'),
        own.call.post('/projects', projectInput()),
        own.call.post('/sessions', { projectId, name: 'Run', initialBalance: 1000 }),
        own.call.get(`/sessions/${id}`),
        own.call.post(`/sessions/${id}/trades`, { trades: [aTrade()] }),
        own.call.post(`/sessions/${id}/finish`),
        own.call.get(`/sessions/${id}/stats`),
        own.call.get(`/sessions/${id}/record`),
        own.call.patch(`/sessions/${id}`, { name: 'x' }),
        own.call.delete(`/sessions/${id}`),
        own.call.delete(`/sessions/${id}/trades`),
        own.call.get(`/sessions/${id}/trades`),
        own.call.get(`/sessions/${id}/trades/export`),
        own.call.post(`/sessions/${id}/trades/import`, aTrade({ symbol: 'BTCUSDT' })),
        own.call.post(`/sessions/${id}/trades/import?preview=true`, aTrade({ symbol: 'BTCUSDT' })),
        own.call.get(`/sessions/${id}/report`),
        own.call.post(`/sessions/${id}/trades/preview`, { trades: [aTrade()] }),
        own.call.get(`/sessions/${id}/trades/${TRADE_ID}`),
        own.call.patch(`/sessions/${id}/trades/${TRADE_ID}`, { note: 'x' }),
        own.call.delete(`/sessions/${id}/trades/${TRADE_ID}`),
        own.call.post(`/sessions/${id}/copy`, {}),
        own.call.get(`/sessions/${id}/state`),
        own.call.put(`/sessions/${id}/state`, { state: {} }),
        own.call.put(`/sessions/${id}/playhead`, { at: 1 }),
        own.call.post(`/sessions/${id}/draw`, { length: 60_000 }),
        own.call.post(`/sessions/${id}/rewind`, { to: 1 }),
        own.call.get('/sessions'),
        own.call.get(`/projects/${id}`),
        own.call.patch(`/projects/${id}`, { name: 'x' }),
        own.call.delete(`/projects/${id}`),
        own.call.get(`/projects/${id}/tags`),
        own.call.get(`/projects/${id}/comparison`),
        own.call.post('/imports/preview', { strategy: { A: aRun() } }),
        own.call.post('/samples'),
        ...ANALYSES.map(([path, query]) => own.call.get(`/sessions/${id}/${path}${query}`)),
        own.call.get('/keys'),
        own.call.post('/keys', { name: 'a' }),
        own.call.post(`/keys/${TRADE_ID}/rotate`),
        own.call.post(`/keys/${TRADE_ID}/revoke`),
        own.call.get('/candles?symbol=A&interval=1m'),
        own.call.get('/candles/range?symbol=A&interval=1m&from=1'),
        own.call.get('/candles/as-of?symbol=A&intervals=1m&at=1'),
        own.call.get('/candles/series'),
        own.call.post('/candles/import?symbol=A&interval=1m', [[0, 1, 1, 1, 1, 1]]),
        own.call.get('/usage'),
        own.call.get('/me'),
        own.stranger.get('/health/ready'),
        own.stranger.get('/projects').set('x-api-key', 'not-looked-up-yet'),
      ]) {
        const response = await request;
        expectProblem(response, 'DATABASE_UNAVAILABLE');
        expect(response.headers['retry-after']).toMatch(/^\d+$/);
      }
      await own.stranger.get('/health/live').expect(200);
      expectProblem(await own.stranger.get('/projects'), 'UNAUTHORIZED');
    } finally {
      await own.close();
    }
  });
});
