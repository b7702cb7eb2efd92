import { once } from 'node:events';
import { AddressInfo, Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TestApp, callerWith, startTestApp } from './support/app.js';
import { aSession, aTrade } from './support/factories.js';
import { expectProblem } from './support/problems.js';

const started: TestApp[] = [];
const start = async (settings: Readonly<Record<string, string>> = {}) => {
  const t = await startTestApp(settings);
  started.push(t);
  return t;
};
afterEach(async () => {
  for (const t of started.splice(0)) await t.close();
});

describe('CORS', () => {
  const LOCAL = ['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:8080', 'http://[::1]:3000'];
  const FOREIGN = [
    'https://example.com',
    'http://localhost.example.com',
    'http://example.com:3000',
    'http://127.0.0.1.example.com',
    'file://localhost',
    'null',
  ];
  const allowed = async (t: TestApp, origin: string): Promise<string | undefined> => {
    const { headers } = await t.call.get('/projects').set('origin', origin).expect(200);
    return headers['access-control-allow-origin'];
  };

  it('allows any port of localhost and no other origin by default', async () => {
    const t = await start();
    for (const origin of LOCAL) expect(await allowed(t, origin)).toBe(origin);
    for (const origin of FOREIGN) expect(await allowed(t, origin)).toBeUndefined();
  });

  it('allows only the listed origins', async () => {
    const t = await start({ CORS_ORIGINS: 'https://app.example.com, https://example.org:8443' });
    for (const origin of ['https://app.example.com', 'https://example.org:8443']) {
      expect(await allowed(t, origin)).toBe(origin);
    }
    for (const origin of ['https://example.com', 'http://app.example.com', 'https://example.org', ...LOCAL]) {
      expect(await allowed(t, origin)).toBeUndefined();
    }
  });

  it('allows any origin if set to *', async () => {
    const t = await start({ CORS_ORIGINS: '*' });
    for (const origin of [...LOCAL, ...FOREIGN]) expect(await allowed(t, origin)).toBe('*');
  });

  it('responds to a preflight without a key, for the existing methods and the requested headers', async () => {
    const t = await start();
    const { headers } = await t.stranger
      .options('/projects')
      .set('origin', 'http://localhost:5173')
      .set('access-control-request-method', 'POST')
      .set('access-control-request-headers', 'x-api-key,content-type')
      .expect(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'x-api-key,content-type',
      'access-control-max-age': '600',
    });
  });

  it('exposes the headers that a page needs, also on errors', async () => {
    const t = await start();
    for (const answer of [t.call.get('/projects'), t.stranger.get('/projects')]) {
      const { headers } = await answer.set('origin', 'http://localhost:5173');
      expect(headers['access-control-allow-origin']).toBe('http://localhost:5173');
      expect(headers['access-control-expose-headers']).toBe(
        'x-request-id,ETag,Content-Disposition,Idempotent-Replayed,Retry-After,RateLimit,RateLimit-Policy',
      );
      expect(headers['vary']).toContain('Origin');
    }
  });
});

describe('a request to another host', () => {
  const PATHS = [
    '/',
    '/projects',
    '/desk/',
    '/docs',
    '/docs-json',
    '/health/live',
    '/health/ready',
    '/nowhere',
  ];

  it('reads nothing on a loopback address, with or without a key', async () => {
    const t = await start();
    for (const method of ['get', 'head', 'post'] as const)
      for (const path of PATHS)
        for (const key of [{}, { 'x-api-key': t.secrets.own }]) {
          const answer = await t.stranger[method](path).set(key).set('host', 'rebound.example:3000');
          expect([method, path, answer.status]).toEqual([method, path, 421]);
          if (method !== 'head') expectProblem(answer, 'UNKNOWN_HOST');
        }
    const { body } = await t.call.get('/projects').set('host', 'rebound.example');
    expect(body.message).toContain('PUBLIC_URL');
  });

  it('allows no page of this host to read a response', async () => {
    const t = await start();
    const origin = 'http://rebound.example:3000';
    const headers = { host: 'rebound.example:3000', origin, 'access-control-request-method': 'POST' };
    for (const method of ['get', 'post', 'options'] as const) {
      const answer = await t.stranger[method]('/projects').set(headers).set('x-api-key', t.secrets.own);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (method !== 'options') expectProblem(answer, 'UNKNOWN_HOST');
    }
  });

  it('is served if the settings name the host, or if the service listens on all addresses', async () => {
    for (const [name, value] of [
      ['PUBLIC_URL', 'https://desk.example/backtest'],
      ['CORS_ORIGINS', 'https://desk.example'],
      ['HOST', '0.0.0.0'],
      ['TRUST_PROXY', 'loopback'],
    ] as const) {
      const t = await start({ [name]: value });
      await t.call.get('/projects').set('host', 'desk.example:3000').expect(200);
      await t.call.get('/projects').set('host', 'localhost').expect(200);
    }
  });
});

describe('headers of responses', () => {
  it('name no software, and set the security policies of browsers', async () => {
    const t = await start();
    for (const path of ['/projects', '/nowhere', '/health/live', '/docs-json', '/docs']) {
      const isPage = path === '/docs';
      const { headers } = await t.stranger.get(path);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
      expect(headers).toMatchObject({
        vary: 'Origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': isPage ? 'SAMEORIGIN' : 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining(
          isPage ? "default-src 'self'" : "default-src 'none'",
        ),
      });
    }
  });

  it('keep an idle connection open for longer than a gateway does', async () => {
    const t = await start();
    const { headers } = await fetch(`${await t.app.getUrl()}/health/live`);
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });
});

describe('connections', () => {
  const open = async (
    t: TestApp,
  ): Promise<{ socket: Socket; answer: () => string; closed: Promise<unknown> }> => {
    const socket = connect((t.app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    return { socket, answer: () => text, closed };
  };
  const GET = (headers: string) => `GET /health/live HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

  it.each([
    // Host and connection are sent as well.
    ['as many headers as any client sends', 'a: 1\r\n'.repeat(98), /^HTTP\/1\.1 200 /],
    ['one more header than any client sends', 'a: 1\r\n'.repeat(99), /^HTTP\/1\.1 431 /],
    ['far more headers', 'a: 1\r\n'.repeat(2_500), /^HTTP\/1\.1 431 /],
    ['headers of 15 KB', `a: ${'x'.repeat(15_000)}\r\n`, /^HTTP\/1\.1 200 /],
    ['headers of 17 KB', `a: ${'x'.repeat(17_000)}\r\n`, /^HTTP\/1\.1 431 /],
    ['text that is not HTTP', 'a b c\r\n', /^HTTP\/1\.1 400 /],
  ])('get the expected response to %s', async (_what, headers, expected) => {
    const t = await start();
    const { socket, answer, closed } = await open(t);
    socket.write(GET(`${headers}connection: close\r\n`));
    await closed;
    expect(answer()).toMatch(expected);
    if (!answer().startsWith('HTTP/1.1 200 ')) {
      const [head = '', body = ''] = answer().split('\r\n\r\n');
      const { requestId, statusCode, code } = JSON.parse(body);
      expect(head).toContain(`\r\nx-request-id: ${requestId}`);
      expect(head).toMatch(/\r\nconnection: close(\r\n|$)/i);
      expect(code).toBe(statusCode === 431 ? 'HEADERS_TOO_LARGE' : 'VALIDATION_FAILED');
    }
  });

  it('get a response before any part of the body arrives if the Content-Length of the request is above the limit', async () => {
    const t = await start();
    const { socket, answer } = await open(t);
    socket.write(
      `POST /projects HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${t.secrets.own}\r\ncontent-type: application/json\r\ncontent-length: 4194305\r\n\r\n`,
    );
    await once(socket, 'data');
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer()).toContain('"code":"PAYLOAD_TOO_LARGE"');
    socket.destroy();
  });

  const BROKEN_BODIES = [
    ['in a chunk', 'transfer-encoding: chunked\r\n\r\nzz\r\n{}'],
    ['after a chunk', 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n'],
    ['before its end', 'content-length: 9\r\n\r\n{}'],
    ['before it begins', 'content-length: 9\r\n\r\n'],
  ] as const;

  // With a rate limit, the service checks a request twice before it reads the body, and the connection may break
  // between the two checks.
  it.each<Readonly<Record<string, string>>>([{}, { RATE_LIMIT_PER_MINUTE: '1000' }])(
    'change nothing if they break while a body is being sent, even if the route needs no body (%j)',
    async (settings) => {
      const t = await start(settings);
      for (const [where, body] of BROKEN_BODIES) {
        const { id } = await aSession(t.call);
        const { socket, closed } = await open(t);
        socket.write(
          `POST /sessions/${id}/finish HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${t.secrets.own}\r\ncontent-type: application/json\r\n${body}`,
        );
        if (where.startsWith('before')) socket.resetAndDestroy();
        await closed;
        // This request is sent after the broken request, so its response comes after any effect of the broken request.
        for (let i = 0; i < 3; i += 1) {
          const { body: now } = await t.call.get(`/sessions/${id}`).expect(200);
          expect({ where, status: now.session.status }).toEqual({ where, status: 'active' });
        }
      }
    },
  );

  it.each([
    ['headers', { headersTimeout: 500 }, 'GET /projects HTTP/1.1\r\nHost: localhost\r\nx-a: '],
    [
      'a body',
      { headersTimeout: 400, requestTimeout: 500 },
      'POST /projects HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\nx-api-key: KEY\r\n\r\n',
    ],
  ])(
    'are closed if they send %s byte by byte, while other connections are served',
    async (_what, limits, beginning) => {
      const t = await start();
      Object.assign(t.app.getHttpServer(), limits);
      const slow = await Promise.all(Array.from({ length: 50 }, () => open(t)));
      for (const { socket } of slow) socket.write(beginning.replace('KEY', t.secrets.own));
      const dribble = setInterval(
        () => slow.forEach(({ socket }) => socket.writable && socket.write(' ')),
        50,
      );
      const all = Promise.all(slow.map(({ closed }) => closed));
      try {
        while (slow.some(({ socket }) => !socket.closed)) {
          await t.call.get('/projects').expect(200);
          await delay(50);
        }
        await all;
      } finally {
        clearInterval(dribble);
      }
      for (const { answer } of slow) expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
    },
  );

  it('have time limits for their headers, for a whole request, and for time without traffic', async () => {
    const { app } = await start();
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = app.getHttpServer();
    expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([
      15_000, 600_000, 75_000, 120_000,
    ]);
  });
});

describe('compression', () => {
  const largeStats = async (t: TestApp): Promise<string> => {
    const { id } = await aSession(t.call);
    const trades = Array.from({ length: 300 }, (_, hour) => aTrade({ hour }));
    await t.call.post(`/sessions/${id}/trades`, { trades }).expect(201);
    return `/sessions/${id}/stats`;
  };
  const ask = async (t: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const url = `${await t.app.getUrl()}${path}`;
    const response = await fetch(url, { method, headers: { 'x-api-key': t.secrets.own, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('is off by default, because a gateway compresses responses, and because on one machine it costs more than it saves', async () => {
    const t = await start();
    const { headers } = await ask(t, await largeStats(t), { 'accept-encoding': 'gzip, br' });
    expect(headers.get('content-encoding')).toBeNull();
  });

  it.each(['gzip', 'br'])('gives the same response in fewer bytes with %s', async (encoding) => {
    const t = await start({ COMPRESSION: 'on' });
    const path = await largeStats(t);
    const plain = await ask(t, path, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(plain.text));
    const packed = await ask(t, path, { 'accept-encoding': encoding });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(packed.text).toBe(plain.text);
    expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  it('does not change a 304, a response to HEAD, an error or a small response', async () => {
    const t = await start({ COMPRESSION: 'on' });
    const path = await largeStats(t);
    const { headers, text } = await ask(t, path, { 'accept-encoding': 'identity' });
    // The test does not use fetch, because fetch adds a no-cache header to requests with this header.
    const unchanged = await t.call
      .get(path)
      .set({ 'accept-encoding': 'br', 'if-none-match': headers.get('etag') ?? '' });
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    const head = await ask(t, path, { 'accept-encoding': 'br' }, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    for (const small of ['/projects', '/nowhere']) {
      const answer = await ask(t, small, { 'accept-encoding': 'br' });
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(JSON.parse(answer.text)).toBeDefined();
    }
  });
});

describe('BASE_PATH', () => {
  const textOf = async (url: string): Promise<string> => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const partsOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part);

  it('is the prefix of every route, and routes without this prefix do not exist', async () => {
    const t = await start({ BASE_PATH: '/tools/backtest' });
    await t.call.get('/tools/backtest/projects').expect(200);
    await t.stranger.get('/tools/backtest/health/ready').expect(200);
    await t.call.get('/projects').expect(404);
    const { id } = await aSession({
      ...t.call,
      get: (path) => t.call.get(`/tools/backtest${path}`),
      post: (path, body) => t.call.post(`/tools/backtest${path}`, body),
      put: (path, body) => t.call.put(`/tools/backtest${path}`, body),
    });
    await t.call.get(`/tools/backtest/sessions/${id}/stats`).expect(200);
  });

  it.each(['', '/tools/backtest'])(
    'set to %p moves Swagger UI, its files and its requests to paths below this path',
    async (basePath) => {
      const t = await start({ BASE_PATH: basePath });
      const origin = await t.app.getUrl();
      for (const start of ['/docs', '/docs/']) {
        const parts = partsOf(await textOf(`${origin}${basePath}${start}`));
        expect(parts.length).toBeGreaterThan(3);
        for (const part of parts) {
          const url = new URL(part, `${origin}${basePath}${start}`);
          expect(url.pathname).toMatch(new RegExp(`^${basePath}/docs/[^/]+$`));
          await textOf(url.href);
        }
      }
      const { body } = await t.stranger.get(`${basePath}/docs-json`).expect(200);
      const [server = { url: '' }] = body.servers as { url: string }[];
      expect(server.url).toBe(basePath || '/');
      expect(Object.keys(body.paths)).toContain('/projects');
      expect(body.paths['/health/live'].get.security).toEqual([]);
      // "Try it out" calls the server's address and the path.
      await t.call.get(`${server.url.replace(/\/$/, '')}/projects`).expect(200);
    },
  );
});

describe('TRUST_PROXY', () => {
  const guessFrom = (t: TestApp, address: string) =>
    callerWith(t.stranger, 'wrong').get('/projects').set('x-forwarded-for', address);

  it('ignores the address that a client claims if the setting is empty', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '1' });
    await guessFrom(t, '203.0.113.1').expect(401);
    await guessFrom(t, '203.0.113.2').expect(429);
  });

  it('uses the nearest address outside a network if the setting names this network', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '1', TRUST_PROXY: 'loopback, 10.0.0.0/8' });
    await guessFrom(t, '198.51.100.7, 203.0.113.1, 10.1.2.3').expect(401);
    await guessFrom(t, '198.51.100.8, 203.0.113.1').expect(429);
    await guessFrom(t, '203.0.113.2').expect(401);
  });
});
