import { gzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { ProjectsService } from '../src/projects/projects.service.js';
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

let t: TestApp;
/** A project and a session to address requests to; no test changes them. */
let project: { id: string };
let session: { id: string };
beforeAll(async () => {
  t = await startTestApp();
  project = await aProject(t.call);
  session = await aSession(t.call, everySessionField(project.id));
});
afterAll(() => t.close());

const JSON_TYPE = { 'content-type': 'application/json' };

const send = (path: string, text: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  t.call.post(path).set(headers).send(text);

/** Every route: its method and its path for a session. */
const ROUTES: [method: 'get' | 'post', path: (id: string) => string][] = [
  ['post', () => '/projects'],
  ['get', () => '/projects'],
  ['post', () => '/sessions'],
  ['get', (id) => `/sessions/${id}`],
  ['post', (id) => `/sessions/${id}/trades`],
  ['post', (id) => `/sessions/${id}/finish`],
  ['get', (id) => `/sessions/${id}/stats`],
  ['get', () => '/candles'],
];
const everyRoute = ROUTES.map(([method, path]): ['get' | 'post', string, typeof path] => [
  method,
  path('{id}'),
  path,
]);
const everyBody = everyRoute.filter(([method]) => method === 'post');

describe.each(everyBody)('%s %s', (_, _path, path) => {
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
  ])('calls %j broken', async (text) => {
    expectProblem(await send(path(session.id), text), 'MALFORMED_JSON');
  });

  it.each(['[]', '[{}]', '"text"', '1', 'true', 'null'])('takes no %s for a body', async (text) => {
    expectProblem(await send(path(session.id), text), 'VALIDATION_FAILED', ['body']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'json',
    '',
  ])('reads no body of the type %j', async (type) => {
    expectProblem(await send(path(session.id), '{}', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('reads no other charset or encoding', async () => {
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
    ['such a name further down', '{"assets":[{"valueOf":1}]}', 'assets[0].valueOf'],
    [
      '__proto__ further down',
      '{"assets":[{"feesConfig":{"__proto__":1}}]}',
      'assets[0].feesConfig.__proto__',
    ],
    ['eleven levels', `{"a":${'['.repeat(10)}{}${']'.repeat(10)}}`, `a${'[0]'.repeat(10)}`],
    ['a hundred thousand levels', `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, `a${'[0]'.repeat(10)}`],
  ];
  it.each(hostile)('refuses %s', async (_, text, field) => {
    const { body, ...response } = await send(path(session.id), text);
    expect(body).toMatchObject({ statusCode: 400, code: 'VALIDATION_FAILED' });
    expect(response.status).toBe(400);
    expect(body.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });
});

describe('a body', () => {
  it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'is read as %s',
    async (type) => {
      await send('/projects', JSON.stringify(projectInput()), { 'content-type': type }).expect(201);
    },
  );

  it('is read compressed', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    const { body } = await t.call
      .post('/projects')
      .set(headers)
      .serialize((data: unknown) => data as string)
      .send(gzipSync(JSON.stringify(projectInput({ name: 'packed' }))))
      .expect(201);
    expect(body.project.name).toBe('packed');
  });

  it('is read up to the limit of the service', async () => {
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

describe('a query parameter that a route does not know', () => {
  const valid: Readonly<Record<string, Fields>> = {
    '/projects': projectInput(),
    '/sessions/{id}/trades': { trades: [aTrade()] },
    '/sessions/{id}/finish': {},
  };
  it.each(everyRoute)('is refused by %s %s', async (method, name, path) => {
    const body = name === '/sessions' ? everySessionField(project.id) : valid[name];
    for (const parameter of ['x', 'limit', '__proto__', 'constructor', 'valueOf']) {
      const url = `${path(session.id)}?${name === '/candles' ? 'symbol=A&interval=1m&' : ''}${parameter}=1`;
      const response = await (method === 'get' ? t.call.get(url) : t.call.post(url, body));
      expectProblem(response, 'VALIDATION_FAILED', [parameter]);
    }
  });
});

describe('a path that is none of ours', () => {
  const paths = [
    '/',
    '/nowhere',
    '/project',
    '/projects/1',
    '/sessions/1/trades/2',
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

  it('is not shown at any length', async () => {
    const { body } = await t.call.get(`/${'x'.repeat(5000)}`).expect(404);
    expect(body.message.length).toBeLessThan(300);
  });
});

describe('a method that a path does not have', () => {
  const table: [path: string, methods: ('get' | 'post' | 'put' | 'patch' | 'delete')[], allow: string][] = [
    ['/projects', ['put', 'patch', 'delete'], 'GET, HEAD, POST'],
    ['/sessions', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/sessions/1/trades', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/finish', ['get', 'put', 'patch', 'delete'], 'POST'],
    ['/sessions/1/stats', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
    ['/candles', ['post', 'put', 'patch', 'delete'], 'GET, HEAD'],
  ];
  it.each(table)('is refused by %s: %j', async (path, methods, allow) => {
    for (const method of methods) {
      const response = await t.stranger[method](path).set('x-api-key', t.secrets.own);
      expectProblem(response, 'METHOD_NOT_ALLOWED');
      expect(response.headers['allow']).toBe(allow);
    }
  });

  it('is not HEAD where GET is', async () => {
    const { body, text } = await t.stranger.head('/projects').set('x-api-key', t.secrets.own).expect(200);
    expect([body, text]).toEqual([{}, undefined]);
  });
});

describe('without a key', () => {
  it.each(everyRoute)('%s %s answers 401', async (method, _, path) => {
    expectProblem(await t.stranger[method](path(session.id)), 'UNAUTHORIZED');
  });

  it.each(everyBody)('%s %s answers 401 before it looks at the body', async (_, _path, path) => {
    const post = (text: string, headers: Readonly<Record<string, string>>) =>
      t.stranger.post(path(session.id)).set(headers).send(text);
    expectProblem(await post('{', JSON_TYPE), 'UNAUTHORIZED');
    expectProblem(await post('<x/>', { 'content-type': 'application/xml' }), 'UNAUTHORIZED');
    expectProblem(await post('{}', { ...JSON_TYPE, 'content-encoding': 'compress' }), 'UNAUTHORIZED');
    expectProblem(await post(`"${'x'.repeat(10_000_000)}"`, JSON_TYPE), 'UNAUTHORIZED');
    expectProblem(await post('{', { ...JSON_TYPE, 'x-api-key': 'wrong' }), 'UNAUTHORIZED');
  });

  it('no path or method is told apart', async () => {
    for (const path of ['/', '/nowhere', '/%', '/sessions']) {
      expectProblem(await t.stranger.get(path), 'UNAUTHORIZED');
      expectProblem(await t.stranger.delete(path), 'UNAUTHORIZED');
    }
  });

  it('health answers', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      expect((await t.stranger.get(path).expect(200)).body).toEqual({ status: 'ok' });
    }
  });
});

describe('x-request-id', () => {
  it.each(['a', 'A.b:c=d+e/f-g_1', 'x'.repeat(128)])('comes back as it was sent: %s', async (id) => {
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
    'is replaced when it is %j',
    async (id) => {
      const response = await t.call.get('/nowhere').set('x-request-id', id).expect(404);
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.body.requestId).toBe(response.headers['x-request-id']);
    },
  );

  it('is another for every request', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await t.call.get('/projects')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
  });
});

describe('an error of ours', () => {
  it('is a 500 that shows nothing of it', async () => {
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

  it('is a 503 while the database is away', async () => {
    const own = await startTestApp();
    const { id } = await aSession(own.call);
    await ingest(own.call, { id }, [aTrade()]);
    await own.app.get(DataSource).destroy();
    try {
      for (const request of [
        own.call.get('/projects'),
        own.call.post('/projects', projectInput()),
        own.call.get(`/sessions/${id}`),
        own.call.post(`/sessions/${id}/trades`, { trades: [aTrade()] }),
        own.call.post(`/sessions/${id}/finish`),
        own.call.get(`/sessions/${id}/stats`),
        own.call.get('/candles?symbol=A&interval=1m'),
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
