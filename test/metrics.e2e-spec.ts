import supertest from 'supertest';
import { KEY_CACHED_MS } from '../src/platform/auth/authenticator.js';
import { WorkspaceQuotas } from '../src/platform/auth/workspace-quotas.js';
import { KeysService } from '../src/platform/auth/keys.service.js';
import { MetricsServer } from '../src/platform/metrics/metrics-server.js';
import { TestApp, callerWith, startTestApp } from './support/app.js';
import { isEmbedded } from './support/database.js';
import { aSession, aTrade } from './support/factories.js';
import { freePort } from './support/free-port.js';
import { REDIS_URL, itWithRedis } from './support/redis.js';
import { passServiceTime } from './support/service-clock.js';
import { until } from './support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** Value of a metric; undefined if it does not exist. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

it('GET /metrics counts requests by route, and ingested trades', async () => {
  const session = await aSession(t.call);
  await t.call.post(`/sessions/${session.id}/trades`, { trades: [aTrade(), aTrade()] }).expect(201);
  const { text, headers } = await t.call.get('/metrics').expect(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(
    valueOf(
      text,
      'http_request_duration_seconds_count{method="POST",route="/sessions/:id/trades",status="201"}',
    ),
  ).toBe(1);
  expect(valueOf(text, 'backtest_trades_ingested_total')).toBe(2);
  expect(valueOf(text, 'database_pool_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'venue_breaker_open{feed="venue-spot"}')).toBe(0);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

it('GET /metrics lists every queue as soon as the service has started', async () => {
  const { text } = await t.call.get('/metrics').expect(200);
  const queues = [...text.matchAll(/^backtest_queue_refusals_total\{queue="([^"]+)",reason="full"\} /gm)];
  expect(new Set(queues.map(([, queue]) => queue))).toEqual(
    new Set([
      'bulk writes',
      'candle imports',
      'candle uploads',
      ...(isEmbedded ? [] : ['connections']),
      'large analyses',
      'large statistics',
      'large studies',
      'reports',
      'session writers',
      'small analyses',
      'small statistics',
      'small studies',
      'uploads',
    ]),
  );
});

it('GET /metrics counts all unknown methods as one', async () => {
  for (const method of ['PROPFIND', 'LOCK', 'TRACE'] as const)
    await t.stranger[method.toLowerCase() as 'lock']('/nowhere');
  const { text } = await t.call.get('/metrics').expect(200);
  expect(text).not.toMatch(/method="(PROPFIND|LOCK|TRACE)"/);
  expect(valueOf(text, 'http_request_duration_seconds_count{method="other",route="none",status="401"}')).toBe(
    3,
  );
});

it('GET /metrics needs a key with the scope admin', async () => {
  const { secret } = await t.app
    .get(KeysService)
    .create({ name: 'reader', workspace: 'metrics', scopes: ['read', 'write'], expiresAt: null });
  await callerWith(t.stranger, secret).get('/metrics').expect(403);
  await t.stranger.get('/metrics').expect(401);
});

it('GET /metrics refuses a revoked key that has read the metrics before', async () => {
  const keys = t.app.get(KeysService);
  const { key, secret } = await keys.create({
    name: 'scraper',
    workspace: 'metrics',
    scopes: ['admin'],
    expiresAt: null,
  });
  const read = () => callerWith(t.stranger, secret).get('/metrics');
  await read().expect(200);
  await keys.revoke(key);
  passServiceTime(KEY_CACHED_MS);
  await until(async () => (await read()).status !== 200);
  await read().expect(401);
});

it('GET /metrics does not count towards the quota of a workspace', async () => {
  const { status } = await t.other.get('/projects');
  expect(status).toBe(200);
  const workspace = t.environment.configuredKeys[1]!.workspace;
  await t.app.get(WorkspaceQuotas).set(workspace, { requestsPerMinute: 1 });
  for (let i = 0; i < 3; i += 1) await t.other.get('/metrics').expect(200);
});

describe('dependencies of the service', () => {
  const read = async (settings: Readonly<Record<string, string>>) => {
    const own = await startTestApp(settings);
    try {
      return (await own.call.get('/metrics').expect(200)).text;
    } finally {
      await own.close();
    }
  };

  it('are reported up while they respond, and Redis is not reported if it is not configured', async () => {
    const text = await read({});
    expect(valueOf(text, 'database_up')).toBe(1);
    expect(text).not.toContain('redis_up');
  });

  itWithRedis('are reported up while they respond: Redis', async () => {
    expect(valueOf(await read({ REDIS_URL }), 'redis_up')).toBe(1);
  });

  it('are reported down while they are unreachable: Redis', async () => {
    const text = await read({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(valueOf(text, 'redis_up')).toBe(0);
    expect(valueOf(text, 'database_up')).toBe(1);
  });
});

it('METRICS_PORT serves the metrics on a separate port without a key', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = await startTestApp({ METRICS_PORT: String(port) });
  try {
    await own.app.get(MetricsServer).listen();
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`${url}/projects`)).status).toBe(404);
    const rebound = supertest(url).get('/metrics').set('host', `rebound.example:${port}`);
    expect(await rebound).toMatchObject({ status: 421, text: '' });
  } finally {
    await own.close();
  }
});
