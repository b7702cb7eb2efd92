import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Server, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  KEY,
  RunningService,
  Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  newSession,
  startService,
} from '../support/service-process.js';
import { until } from '../support/until.js';

afterAll(cleanUp);

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Kind of the span: 2 is a server, 3 a client. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

interface Collector {
  readonly url: string;
  readonly server: Server;
  spans(): Span[];
  text(): string;
  /** Sets the status of all further responses of the collector. */
  answerWith(status: number): void;
}

/** Starts a collector that keeps the traces it receives. */
async function aCollector(): Promise<Collector> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body).resourceSpans as { scopeSpans: { spans: Span[] }[] }[]).flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    answerWith: (other) => (status = other),
    server,
  };
}

const attribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((candidate) => candidate.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

/**
 * Starts the service with a script that prints at exit how many files of OpenTelemetry, except its API, were loaded.
 */
async function start(settings: Settings): Promise<RunningService> {
  const spy = join(await aDirectory(), 'spy.cjs');
  await writeFile(
    spy,
    `if (require('node:worker_threads').isMainThread) process.on('exit', () => console.log('loaded ' +
       Object.keys(require.cache).filter((file) => /opentelemetry.(?!api.)/.test(file)).length + ' files'));`,
  );
  const where: Settings = hasServer
    ? { DATABASE_URL: await aDatabase() }
    : { DATA_DIR: await aDataDirectory() };
  return startService({ ...WITH_KEY, ...where, ...settings, NODE_OPTIONS: `--require ${spy}` });
}

it('the service sends a trace of each request with its route and its statements, without contents or secrets', async () => {
  const collector = await aCollector();
  try {
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const id = await newSession(service);
    const note = 'a private note';
    const trade = {
      clientId: 'client-id-4711',
      side: 'long',
      qty: 1,
      entryPrice: 1234.5,
      entryTime: 1704844800000,
      exitPrice: 1250,
      exitTime: 1704848400000,
      note,
    };
    const path = `/sessions/${id}/trades`;
    const answer = await service.post(path, { trades: [trade] });
    expect(answer.status).toBe(201);
    expect((await service.get(`/sessions/${id}/stats?breakEvenThreshold=77.125`)).status).toBe(200);
    await service.get('/health/ready');
    await service.get('/nowhere');
    await until(() => collector.spans().some(({ name }) => name.includes('stats')), 50);
    const { code } = await service.kill('SIGTERM');
    expect(code).toBe(0);

    const spans = collector.spans();
    const servers = spans.filter(({ kind }) => kind === 2);
    expect(servers.map(({ name }) => name)).toEqual([
      'POST /projects',
      'POST /sessions',
      'POST /sessions/:id/trades',
      'GET /sessions/:id/stats',
      'GET',
    ]);
    const ingest = servers.find(({ name }) => name === 'POST /sessions/:id/trades');
    expect(attribute(ingest, 'http.route')).toBe('/sessions/:id/trades');
    expect(attribute(ingest, 'http.response.status_code')).toBe(201);
    expect(attribute(ingest, 'url.path')).toBe(path);
    const statements = spans.filter(
      (span) => span.traceId === ingest?.traceId && attribute(span, 'db.query.text') !== undefined,
    );
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.every(({ kind, parentSpanId }) => kind === 3 && parentSpanId)).toBe(true);
    expect(statements.map((span) => String(attribute(span, 'db.query.text'))).join('\n')).toContain('INSERT');

    const sent = collector.text();
    expect(sent).toContain('{"key":"service.name","value":{"stringValue":"backtest-session-service"}}');
    for (const secret of [KEY, note, 'client-id-4711', '1234.5', '77.125', 'breakEvenThreshold']) {
      expect(sent).not.toContain(secret);
    }
    // The password of the test server, if it has one.
    const { password } = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://none');
    if (password) expect(sent).not.toContain(password);

    const line = service
      .output()
      .split('\n')
      .find((text) => text.includes('"route":"/sessions/:id/trades"'));
    expect(JSON.parse(line ?? '{}').traceId).toBe(ingest?.traceId);
    expect(service.output()).toMatch(/loaded [1-9]\d* files/);
  } finally {
    collector.server.close();
  }
});

it('the service continues the trace of a caller', async () => {
  const collector = await aCollector();
  try {
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'mine' });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await fetch(`${service.url}/projects`, {
      headers: { 'x-api-key': KEY, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    // The last spans are sent at shutdown.
    await service.kill('SIGTERM');
    const server = collector.spans().find(({ kind }) => kind === 2);
    expect(server).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', name: 'GET /projects' });
    expect(collector.text()).toContain('{"key":"service.name","value":{"stringValue":"mine"}}');
  } finally {
    collector.server.close();
  }
});

it('the service logs once that the collector refuses traces, and once that it accepts them again', async () => {
  const collector = await aCollector();
  collector.answerWith(400);
  try {
    const service = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    const sent = async () => {
      const before = collector.text().length;
      await service.get('/projects');
      await until(() => collector.text().length !== before);
    };
    for (let i = 0; i < 3; i += 1) await sent();
    await service.prints(/Traces are dropped, because the collector does not take them: Bad Request/);
    collector.answerWith(200);
    await sent();
    await service.prints(/The collector takes traces again\./);
    await sent();
    await service.kill('SIGTERM');
    expect(service.output().match(/Traces are dropped/g)).toHaveLength(1);
    expect(service.output().match(/takes traces again/g)).toHaveLength(1);
  } finally {
    collector.server.close();
  }
});

it('the service serves and stops as usual if the collector of traces cannot be reached', async () => {
  const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect((await service.get('/projects')).status).toBe(200);
  expect((await service.kill('SIGTERM')).code).toBe(0);
});

it('the service does not load OpenTelemetry without a collector', async () => {
  const service = await start({});
  await service.get('/projects');
  await service.kill('SIGTERM');
  expect(service.output()).toContain('loaded 0 files');
  expect(service.output()).not.toContain('traceId');
});
