import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import { FairQueue } from '../src/concurrency/fair-queue.js';
import { BulkWrites } from '../src/trades/bulk-writes.js';
import { ReportQueue } from '../src/desk/report-queue.js';
import { ReportWorker } from '../src/desk/report-worker.js';
import { ExportStore } from '../src/trades/export/export.store.js';
import { StatsQueue } from '../src/stats/stats-queue.js';
import { KeysService } from '../src/auth/keys.service.js';
import type { QuotaName } from '../src/auth/quotas.js';
import { WorkspacesService } from '../src/auth/workspaces.service.js';
import { PROBLEM_STATUS, ProblemCode } from '../src/problems/problem.js';
import { AnalysisQueue } from '../src/analysis/routes/analysis-queue.js';
import { AnalysisWorker } from '../src/analysis/worker/analysis-worker.js';
import { JobTooLong } from '../src/worker/worker-thread.js';
import { ReceivedFilesService } from '../src/trade-files/routes/received-files.service.js';
import { ANALYSES } from './support/analysis-paths.js';
import { TestApp, startTestApp } from './support/app.js';
import {
  aProject,
  aSession,
  aSessionWith,
  aTrade,
  finish,
  ingest,
  projectInput,
} from './support/factories.js';
import { LiveApp, PRESENT, ownSymbol, startLiveApp } from './support/live-app.js';
import { setQuotas } from './support/quotas.js';
import { stateCount } from './support/stated-count.js';
import { ROOT, Schema, document, operations, problemsOf, schemaNamed } from './support/openapi-document.js';

let t: LiveApp;
/** Instances that fail: without a database, and with an internal error in every request. */
let away: TestApp;
let broken: TestApp;
/** One instance that allows one request per minute, and one whose workspace may send none. */
let limited: TestApp;
let spent: TestApp;
beforeAll(async () => {
  t = await startLiveApp({ TRADE_MINIMUM: '1', BODY_LIMIT: '1mb', IMPORT_LIMIT: '1mb' });
  away = await startTestApp();
  await aProject(away.call);
  await away.app.get(DataSource).destroy();
  broken = await startTestApp();
  limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1' });
  spent = await startTestApp();
  await setQuotas(spent, { requestsPerMinute: 0 });
  Object.assign(broken.app.get(WorkspacesService), { idOf: () => Promise.reject(new Error('ours')) });
});
afterAll(async () => {
  await spent.close();
  await limited.close();
  await broken.close();
  await away.close();
  await t.close();
});

type Ask = () => PromiseLike<supertest.Response>;

/** Trades before the venue's present: with valid stops, with invalid stops, and without stops. */
const pastTrades = () =>
  [{ stopLoss: 990 }, { stopLoss: 1010 }, {}].map((fields, i) => {
    const entryTime = PRESENT - (10 + i) * 86_400_000;
    return aTrade({ ...fields, entryTime, exitTime: entryTime + 60_000 });
  });

const post = (path: string, body?: object): supertest.Test => t.call.post(path, body);
const sessionInput = async () => ({
  projectId: (await aProject(t.call)).id,
  name: 'Run',
  initialBalance: 1000,
});

/** A session with a trade, and the path of that trade. */
async function aStoredTrade() {
  const session = await aSession(t.call);
  const { trades } = await ingest(t.call, session, pastTrades());
  return { session, path: `/sessions/${session.id}/trades/${trades[0]!.id}` };
}

/** Creates something with an Idempotency-Key that another request has used. */
async function withUsedKey(path: string, body: object): Promise<supertest.Response> {
  const key = { 'Idempotency-Key': `key of ${path}` };
  await post('/projects', projectInput({ name: 'Another' })).set(key);
  return post(path, body).set(key);
}

/** Sends a request while no statistics can be computed or queued. */
async function withFullQueue(ask: Ask): Promise<supertest.Response> {
  const queue = t.app.get(StatsQueue);
  const { small } = queue as unknown as { readonly small: FairQueue };
  Object.assign(queue, { small: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }) });
  try {
    return await ask();
  } finally {
    Object.assign(queue, { small });
  }
}

/** Sends a request while a quota of the workspace is 0. */
async function withQuota(name: QuotaName, ask: Ask): Promise<supertest.Response> {
  await setQuotas(t, { [name]: 0 });
  try {
    return await ask();
  } finally {
    await setQuotas(t, { [name]: null });
  }
}

/** Sends a request while no analysis can be computed or queued. */
async function withFullAnalysisQueue(ask: Ask): Promise<supertest.Response> {
  const owner = t.app.get(AnalysisQueue);
  const { queues } = owner as unknown as { readonly queues: object };
  const full = new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 });
  Object.assign(owner, { queues: { small: full, large: full } });
  try {
    return await ask();
  } finally {
    Object.assign(owner, { queues });
  }
}

/** Sends a request while each analysis takes longer than allowed. */
async function withLongAnalyses(ask: Ask): Promise<supertest.Response> {
  const worker = t.app.get(AnalysisWorker);
  Object.assign(worker, { run: () => Promise.reject(new JobTooLong()) });
  try {
    return await ask();
  } finally {
    Reflect.deleteProperty(worker, 'run');
  }
}

/** A file with one trade. */
const FILE = 'side,qty,entryTime,entryPrice,exitTime,exitPrice\nlong,1,1700000000000,1,1700000060000,2\n';

const importInto = ({ id }: { readonly id: string }, query = '', file = FILE): supertest.Test =>
  t.call.post(`/sessions/${id}/trades/import${query}`).set('content-type', 'text/csv').send(file);

/** A stored key of the test's workspace. */
const aStoredKey = async (fields: object = {}): Promise<{ readonly id: string }> =>
  (await post('/keys', { name: 'a', ...fields }).expect(201)).body.key;

/** Requests that succeed, with variants whose responses look different. */
const SUCCESSES: [route: string, what: string, ask: Ask][] = [
  ['get /health/live', 'alive', () => t.stranger.get('/health/live')],
  ['get /health/ready', 'ready', () => t.stranger.get('/health/ready')],
  ['post /projects', 'a project', () => post('/projects', projectInput())],
  ['get /projects', 'no projects', () => t.other.get('/projects')],
  ['get /projects', 'projects', async () => (await aProject(t.call), t.call.get('/projects'))],
  ['post /sessions', 'a session with defaults', async () => post('/sessions', await sessionInput())],
  [
    'post /sessions',
    'a session with ranges',
    async () =>
      post('/sessions', { ...(await sessionInput()), rangeStart: 1, randomSourceEnd: 2, randomSeed: 0 }),
  ],
  [
    'get /sessions/{id}',
    'an active session',
    async () => t.call.get(`/sessions/${(await aSession(t.call)).id}`),
  ],
  [
    'get /sessions/{id}',
    'a finished session',
    async () => {
      const session = await aSession(t.call);
      await finish(t.call, session);
      return t.call.get(`/sessions/${session.id}`);
    },
  ],
  ['get /projects/{id}', 'a project', async () => t.call.get(`/projects/${(await aProject(t.call)).id}`)],
  [
    'patch /projects/{id}',
    'a changed project',
    async () => t.call.patch(`/projects/${(await aProject(t.call)).id}`, { name: 'x' }),
  ],
  [
    'delete /projects/{id}',
    'an empty project',
    async () => t.call.delete(`/projects/${(await aProject(t.call)).id}`),
  ],
  [
    'get /projects/{id}/tags',
    'tags',
    async () => {
      const { projectId } = await aSession(t.call, { tags: ['x', 'y'] });
      return t.call.get(`/projects/${projectId}/tags`);
    },
  ],
  [
    'get /sessions',
    'a page of sessions with and without trades',
    async () => {
      await aSession(t.call);
      await aSession(t.call);
      await aSessionWith(t.call, pastTrades());
      return t.call.get('/sessions?count=2');
    },
  ],
  ['get /sessions', 'no sessions', () => t.other.get('/sessions')],
  [
    'get /sessions/{id}/record',
    'a session without trades',
    async () => t.call.get(`/sessions/${(await aSession(t.call, { tags: ['x'] })).id}/record`),
  ],
  [
    'get /sessions/{id}/record',
    'a session with trades',
    async () => t.call.get(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/record`),
  ],
  [
    'patch /sessions/{id}',
    'a changed session',
    async () => t.call.patch(`/sessions/${(await aSession(t.call)).id}`, { name: 'x', rangeEnd: null }),
  ],
  [
    'delete /sessions/{id}',
    'a session',
    async () => t.call.delete(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}`),
  ],
  [
    'delete /sessions/{id}/trades',
    'trades',
    async () => t.call.delete(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/trades`),
  ],
  [
    'post /sessions/{id}/trades',
    'trades with and without a stop',
    async () => post(`/sessions/${(await aSession(t.call)).id}/trades`, { trades: pastTrades() }),
  ],
  [
    'post /sessions/{id}/trades',
    'a repeat',
    async () => {
      const session = await aSession(t.call);
      const trades = [aTrade()];
      await ingest(t.call, session, trades);
      return post(`/sessions/${session.id}/trades`, { trades });
    },
  ],
  [
    'get /sessions/{id}/trades',
    'no trades',
    async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/trades`),
  ],
  [
    'get /sessions/{id}/trades',
    'a page that is not the last',
    async () => {
      const session = await aSessionWith(t.call, pastTrades());
      return t.call.get(`/sessions/${session.id}/trades?count=2`);
    },
  ],
  ['get /sessions/{id}/trades/{tradeId}', 'a trade', async () => t.call.get((await aStoredTrade()).path)],
  [
    'patch /sessions/{id}/trades/{tradeId}',
    'an edited trade',
    async () => t.call.patch((await aStoredTrade()).path, { stopLoss: null, feesPaid: 1, tags: ['a'] }),
  ],
  [
    'delete /sessions/{id}/trades/{tradeId}',
    'no trade any more',
    async () => t.call.delete((await aStoredTrade()).path),
  ],
  [
    'post /sessions/{id}/trades/preview',
    'every verdict',
    async () => {
      const stored = pastTrades();
      const { id } = await aSessionWith(t.call, stored);
      const trades = [stored[0], { ...stored[1], note: 'other' }, aTrade(), 7];
      return post(`/sessions/${id}/trades/preview`, { trades });
    },
  ],
  ['post /sessions/{id}/trades/import', 'a file', async () => importInto(await aSession(t.call))],
  [
    'post /sessions/{id}/trades/import',
    'a preview',
    async () => {
      const session = await aSession(t.call);
      await importInto(session).expect(201);
      return importInto(session, '?preview=true');
    },
  ],
  [
    'post /sessions/{id}/finish',
    'no trades',
    async () => post(`/sessions/${(await aSession(t.call)).id}/finish`),
  ],
  [
    'post /sessions/{id}/finish',
    'trades',
    async () => {
      const assets = [{ symbol: ownSymbol(t.venue) }];
      return post(`/sessions/${(await aSessionWith(t.call, pastTrades(), { assets })).id}/finish`);
    },
  ],
  [
    'get /sessions/{id}/stats',
    'no trades',
    async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/stats`),
  ],
  [
    'get /sessions/{id}/stats',
    'trades',
    async () => t.call.get(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/stats`),
  ],
  ...ANALYSES.flatMap(([path, query]): [string, string, Ask][] => [
    [
      `get /sessions/{id}/${path}`,
      'no trades',
      async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/${path}${query}`),
    ],
    [
      `get /sessions/{id}/${path}`,
      'trades',
      async () => t.call.get(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/${path}${query}`),
    ],
  ]),
  ...['excursions', 'exits', 'timestamps'].map((name): [string, string, Ask] => [
    `get /sessions/{id}/analysis/${name}`,
    'trades with candles',
    async () => {
      const symbol = ownSymbol(t.venue);
      const trades = [...pastTrades(), { ...pastTrades()[0], clientId: 'without a stop', stopLoss: null }];
      const session = await aSessionWith(t.call, trades, { assets: [{ symbol }] });
      await finish(t.call, session);
      return t.call.get(`/sessions/${session.id}/analysis/${name}`);
    },
  ]),
  [
    'get /sessions/{id}/analysis/breakdown',
    'hours without trades',
    async () => {
      const { id } = await aSessionWith(t.call, pastTrades());
      return t.call.get(`/sessions/${id}/analysis/breakdown?by=hour`);
    },
  ],
  [
    'get /sessions/{id}/analysis/breakdown',
    'trades without tags',
    async () => {
      const { id } = await aSessionWith(t.call, pastTrades());
      return t.call.get(`/sessions/${id}/analysis/breakdown?by=tag`);
    },
  ],
  [
    'get /sessions/{id}/analysis/hindsight',
    'a copy',
    async () => {
      const original = await aSessionWith(t.call, pastTrades());
      const { body } = await post(`/sessions/${original.id}/copy`);
      return t.call.get(`/sessions/${body.session.id}/analysis/hindsight`);
    },
  ],
  [
    'get /sessions/{id}/stats/explain',
    'a figure that candles are needed for',
    async () => {
      const { id } = await aSessionWith(t.call, pastTrades());
      return t.call.get(`/sessions/${id}/stats/explain?figure=averageIdealR`);
    },
  ],
  [
    'get /sessions/{id}/state',
    'a session without a state',
    async () => t.call.get(`/sessions/${(await aSession(t.call)).id}/state`),
  ],
  [
    'get /sessions/{id}/state',
    'a state',
    async () => {
      const path = `/sessions/${(await aSession(t.call)).id}/state`;
      await t.call.put(path, { state: { a: [[1]] } });
      return t.call.get(path);
    },
  ],
  [
    'put /sessions/{id}/state',
    'a state',
    async () => t.call.put(`/sessions/${(await aSession(t.call)).id}/state`, { state: { a: [[1]] } }),
  ],
  [
    'post /sessions/{id}/copy',
    'a session without trades',
    async () => post(`/sessions/${(await aSession(t.call)).id}/copy`),
  ],
  [
    'post /sessions/{id}/copy',
    'a session with trades',
    async () => post(`/sessions/${(await aSessionWith(t.call, pastTrades())).id}/copy`, { tags: ['a'] }),
  ],
  [
    'get /projects/{id}/comparison',
    'no sessions',
    async () => t.call.get(`/projects/${(await aProject(t.call)).id}/comparison`),
  ],
  [
    'get /projects/{id}/comparison',
    'sessions with and without trades',
    async () => {
      const { projectId } = await aSessionWith(t.call, pastTrades());
      await aSession(t.call, { projectId });
      return t.call.get(`/projects/${projectId}/comparison`);
    },
  ],
  [
    'get /keys',
    'keys of every state and a page that is not the last',
    async () => {
      await post(`/keys/${(await aStoredKey()).id}/revoke`).expect(200);
      await aStoredKey({ expiresAt: Date.now() + 60_000 });
      return t.call.get('/keys?count=2');
    },
  ],
  ['get /keys', 'no stored keys', () => t.other.get('/keys')],
  ['post /keys', 'a key', () => post('/keys', { name: 'a', scopes: ['read'] })],
  ['post /keys/{id}/rotate', 'a new key', async () => post(`/keys/${(await aStoredKey()).id}/rotate`)],
  ['post /keys/{id}/revoke', 'a revoked key', async () => post(`/keys/${(await aStoredKey()).id}/revoke`)],
  [
    'get /candles',
    'bars of the venue',
    () => t.call.get(`/candles?symbol=${ownSymbol(t.venue)}&interval=1h`),
  ],
  [
    'get /audit',
    'a page that is not the last, of changes with and without a trade and a count',
    async () => {
      await t.call.delete((await aStoredTrade()).path);
      return t.call.get('/audit?count=3');
    },
  ],
  [
    'get /audit',
    'a change by a command',
    async () => {
      const { secret } = await t.app
        .get(KeysService)
        .create({ name: 'auditor', workspace: 'audited', scopes: ['admin'], expiresAt: null });
      return t.stranger.get('/audit').set('x-api-key', secret);
    },
  ],
  [
    'get /candles',
    'bars of the store',
    async () => {
      const query = `/candles?symbol=${ownSymbol(t.venue)}&interval=1d&count=3`;
      await t.call.get(query);
      return t.call.get(query);
    },
  ],
  [
    'get /candles/range',
    'bars of the venue, a gap and a next page',
    () => {
      const symbol = ownSymbol(t.venue, PRESENT - 10 * 3_600_000);
      return t.call.get(`/candles/range?symbol=${symbol}&interval=1h&from=${PRESENT - 2e8}&count=3`);
    },
  ],
  ['get /usage', 'quotas and usage', () => t.call.get('/usage')],
  ['get /me', 'a key of the settings', () => t.call.get('/me')],
  ['get /candles/series', 'no series', () => t.call.get('/candles/series?symbol=NOSUCHSYMBOL')],
  [
    'get /candles/series',
    'series',
    async () => {
      const symbol = ownSymbol(t.venue);
      await t.call.get(`/candles?symbol=${symbol}&interval=1d&count=3`);
      return t.call.get(`/candles/series?symbol=${symbol}`);
    },
  ],
];

/** Routes for callers with the scope `admin`. */
const adminRoutes = new Set(
  [...operations.keys()].filter((route) => / \/(audit|keys|metrics|usage)/.test(route)),
);

const bodyRoutes = [...operations].filter(([, { requestBody }]) => requestBody).map(([route]) => route);
const keyedRoutes = [...operations.keys()].filter((route) => !route.includes('/health/'));

const UNKNOWN_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
const NOWHERE = `/sessions/${UNKNOWN_ID}`;
const NO_PROJECT = `/projects/${UNKNOWN_ID}`;

/** Required query of a route. */
const QUERIES: Readonly<Record<string, string>> = {
  '/candles': '?symbol=A&interval=1m',
  '/candles/range': '?symbol=A&interval=1m&from=1',
  ...Object.fromEntries(ANALYSES.map(([path, query]) => [`/sessions/{id}/${path}`, query])),
};

/** Sends a request to a route by any caller with any body. The session in its path exists. */
async function askRoute(
  app: TestApp,
  route: string,
  options: Partial<{ key: string; query: string; body: string; type: string }> = {},
) {
  const [method = '', path = ''] = route.split(' ');
  const { id } = app === t ? await aSession(t.call) : { id: UNKNOWN_ID };
  const own = path.replace('{id}', id).replace('{tradeId}', UNKNOWN_ID);
  const url = `${own}${options.query ?? QUERIES[path] ?? ''}`;
  const request = app.stranger[method as 'get' | 'post' | 'put' | 'patch' | 'delete'](url);
  if (options.key !== '') void request.set('x-api-key', options.key ?? app.secrets.own);
  if (options.body === undefined) return request;
  return request.set('content-type', options.type ?? 'application/json').send(options.body);
}

/** Creates a key of the test's workspace without scopes. */
async function unscopedKey(): Promise<string> {
  const wanted = { name: 'unscoped', workspace: 'unscoped', scopes: [], expiresAt: null };
  return (await t.app.get(KeysService).create(wanted)).secret;
}

const everywhere = (
  routes: readonly string[],
  code: ProblemCode,
  ask: (route: string) => PromiseLike<supertest.Response>,
) => routes.map((route): [string, ProblemCode, Ask] => [route, code, () => ask(route)]);

/** Returns the service on a venue that fails in one way. */
async function candlesFrom(
  route: string,
  fail: (venue: LiveApp['venue'], symbol: string) => void,
): Promise<supertest.Response> {
  const live = await startLiveApp();
  try {
    const symbol = ownSymbol(live.venue);
    fail(live.venue, symbol);
    const from = route === 'get /candles/range' ? `&from=${PRESENT - 3_600_000}` : '';
    return await live.call.get(`${route.slice('get '.length)}?symbol=${symbol}&interval=1m&count=5${from}`);
  } finally {
    await live.close();
  }
}

const VENUE_FAILURES: [code: ProblemCode, fail: (venue: LiveApp['venue'], symbol: string) => void][] = [
  ['SYMBOL_NOT_FOUND', (venue, symbol) => venue.play({ kind: 'unknown-symbol', symbol })],
  ['VENUE_ERROR', (venue) => venue.play({ kind: 'not-json' })],
  ['VENUE_UNAVAILABLE', (venue) => venue.play({ kind: 'internal-error' })],
  ['VENUE_RATE_LIMITED', (venue) => venue.play({ kind: 'rate-limited', retryAfterSeconds: 30 })],
  ['VENUE_REGION_BLOCKED', (venue) => venue.play({ kind: 'region-blocked' })],
];

const tradeRoutes = [...operations.keys()].filter((route) => route.endsWith('/trades/{tradeId}'));

/** Reads a trade, changes its quantity, or deletes it. */
function askTrade(route: string, path: string): supertest.Test {
  if (route.startsWith('patch')) return t.call.patch(path, { qty: 3 });
  return route.startsWith('delete') ? t.call.delete(path) : t.call.get(path);
}

/** Requests that need statistics to be computed. */
const STATISTICS: [
  route: string,
  ask: (session: { readonly id: string; readonly projectId: string }) => PromiseLike<supertest.Response>,
][] = [
  ['get /sessions/{id}/stats', ({ id }) => t.call.get(`/sessions/${id}/stats`)],
  [
    'get /sessions/{id}/stats/explain',
    ({ id }) => t.call.get(`/sessions/${id}/stats/explain?figure=averageIdealR`),
  ],
  ['get /sessions/{id}/report', ({ id }) => t.call.get(`/sessions/${id}/report`)],
  ['get /projects/{id}/comparison', ({ projectId }) => t.call.get(`/projects/${projectId}/comparison`)],
  [
    'post /sessions/{id}/trades/preview',
    ({ id }) => post(`/sessions/${id}/trades/preview`, { trades: [aTrade()] }),
  ],
  ['post /sessions/{id}/trades/import', (session) => importInto(session, '?preview=true')],
];

/** Makes the disk of temporary files full. */
async function withFullStorage<Result>(ask: () => PromiseLike<Result>): Promise<Result> {
  const services = t.instances.map((instance) => instance.get(ReceivedFilesService));
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const originals = services.map((service) => Reflect.get(service, 'read') as unknown);
  for (const service of services) Object.assign(service, { read: () => Promise.reject(full) });
  try {
    return await ask();
  } finally {
    for (const [i, service] of services.entries()) Object.assign(service, { read: originals[i] });
  }
}

/** Requests that fail, with the code of each response. */
const FAILURES: [route: string, code: ProblemCode, ask: Ask][] = [
  ...everywhere(keyedRoutes, 'UNAUTHORIZED', (route) => askRoute(t, route, { key: '' })),
  ...everywhere(keyedRoutes, 'FORBIDDEN', async (route) => askRoute(t, route, { key: await unscopedKey() })),
  ...everywhere(keyedRoutes, 'VALIDATION_FAILED', (route) => askRoute(t, route, { query: '?x=1' })),
  ...everywhere(keyedRoutes, 'INTERNAL_ERROR', (route) => askRoute(broken, route)),
  ...everywhere([...keyedRoutes, 'get /health/ready'], 'DATABASE_UNAVAILABLE', (route) =>
    !route.startsWith('get') || route === 'get /metrics'
      ? askRoute(away, route, { key: 'not-known-yet' })
      : askRoute(away, route),
  ),
  ...everywhere(keyedRoutes, 'RATE_LIMITED', async (route) => {
    await limited.call.get('/projects');
    return askRoute(limited, route);
  }),
  ...everywhere(
    keyedRoutes.filter((route) => route !== 'get /metrics'),
    'QUOTA_REQUESTS',
    (route) => askRoute(spent, route),
  ),
  ...everywhere(
    bodyRoutes.filter((route) => !route.endsWith('/import')),
    'MALFORMED_JSON',
    (route) => askRoute(t, route, { body: '{' }),
  ),
  ...everywhere(bodyRoutes, 'UNSUPPORTED_MEDIA_TYPE', (route) =>
    askRoute(t, route, { body: '{}', type: 'text/plain' }),
  ),
  ...everywhere(bodyRoutes, 'PAYLOAD_TOO_LARGE', (route) =>
    askRoute(t, route, { body: ' '.repeat(1_100_000) }),
  ),
  [
    'post /sessions',
    'PROJECT_NOT_FOUND',
    () => post('/sessions', { projectId: 'nowhere', name: 'Run', initialBalance: 1000 }),
  ],
  ...everywhere(['post /keys/{id}/rotate', 'post /keys/{id}/revoke'], 'KEY_NOT_FOUND', (route) =>
    askRoute(t, route, { body: '{}' }),
  ),
  [
    'post /keys/{id}/rotate',
    'KEY_NOT_VALID',
    async () => {
      const { id } = await aStoredKey();
      await post(`/keys/${id}/revoke`).expect(200);
      return post(`/keys/${id}/rotate`);
    },
  ],
  ['get /projects/{id}', 'PROJECT_NOT_FOUND', () => t.call.get(NO_PROJECT)],
  ['patch /projects/{id}', 'PROJECT_NOT_FOUND', () => t.call.patch(NO_PROJECT, {})],
  ['delete /projects/{id}', 'PROJECT_NOT_FOUND', () => t.call.delete(NO_PROJECT)],
  [
    'delete /projects/{id}',
    'PROJECT_NOT_EMPTY',
    async () => t.call.delete(`/projects/${(await aSession(t.call)).projectId}`),
  ],
  ['get /projects/{id}/tags', 'PROJECT_NOT_FOUND', () => t.call.get(`${NO_PROJECT}/tags`)],
  ['get /sessions', 'PROJECT_NOT_FOUND', () => t.call.get(`/sessions?projectId=${UNKNOWN_ID}`)],
  ['get /sessions/{id}/record', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/record`)],
  ['patch /sessions/{id}', 'SESSION_NOT_FOUND', () => t.call.patch(NOWHERE, {})],
  ['delete /sessions/{id}', 'SESSION_NOT_FOUND', () => t.call.delete(NOWHERE)],
  ['delete /sessions/{id}/trades', 'SESSION_NOT_FOUND', () => t.call.delete(`${NOWHERE}/trades`)],
  [
    'delete /sessions/{id}/trades',
    'SESSION_FINISHED',
    async () => {
      const session = await aSession(t.call);
      await finish(t.call, session);
      return t.call.delete(`/sessions/${session.id}/trades`);
    },
  ],
  [
    'get /projects/{id}/comparison',
    'PROJECT_NOT_FOUND',
    () => t.call.get(`/projects/${UNKNOWN_ID}/comparison`),
  ],
  [
    'get /projects/{id}/comparison',
    'SESSION_NOT_FOUND',
    async () => t.call.get(`/projects/${(await aProject(t.call)).id}/comparison?sessionIds=${UNKNOWN_ID}`),
  ],
  [
    'get /projects/{id}/comparison',
    'BUSY',
    async () => {
      const { projectId } = await aSession(t.call);
      return withFullQueue(() => t.call.get(`/projects/${projectId}/comparison`));
    },
  ],
  ['get /sessions/{id}', 'SESSION_NOT_FOUND', () => t.call.get(NOWHERE)],
  ['get /sessions/{id}/state', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/state`)],
  ['put /sessions/{id}/state', 'SESSION_NOT_FOUND', () => t.call.put(`${NOWHERE}/state`, { state: {} })],
  [
    'put /sessions/{id}/state',
    'STATE_CHANGED',
    async () =>
      t.call.put(`/sessions/${(await aSession(t.call)).id}/state`, { state: {} }).set('if-match', '"1"'),
  ],
  ['post /sessions/{id}/copy', 'SESSION_NOT_FOUND', () => post(`${NOWHERE}/copy`)],
  [
    'post /sessions/{id}/copy',
    'PROJECT_NOT_FOUND',
    async () => post(`/sessions/${(await aSession(t.call)).id}/copy`, { projectId: 'nowhere' }),
  ],
  [
    'post /sessions/{id}/copy',
    'BUSY',
    async () => {
      const session = await aSession(t.call);
      for (const size of [500, 500, 500, 500, 1])
        await ingest(
          t.call,
          session,
          Array.from({ length: size }, () => aTrade()),
        );
      const writes = t.app.get(BulkWrites);
      const { queue } = writes as unknown as { readonly queue: FairQueue };
      Object.assign(writes, { queue: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }) });
      const response = await post(`/sessions/${session.id}/copy`, {});
      Object.assign(writes, { queue });
      return response;
    },
  ],
  [
    'post /sessions',
    'QUOTA_SESSIONS',
    async () => {
      const input = await sessionInput();
      return withQuota('sessions', () => post('/sessions', input));
    },
  ],
  ...(['sessions', 'trades'] as const).map((quota): [string, ProblemCode, Ask] => [
    'post /sessions/{id}/copy',
    quota === 'sessions' ? 'QUOTA_SESSIONS' : 'QUOTA_TRADES',
    async () => {
      const { id } = await aSessionWith(t.call, [aTrade()]);
      return withQuota(quota, () => post(`/sessions/${id}/copy`));
    },
  ]),
  ...(['post /sessions/{id}/trades', 'post /sessions/{id}/trades/import'] as const).map(
    (route): [string, ProblemCode, Ask] => [
      route,
      'QUOTA_TRADES',
      async () => {
        const session = await aSession(t.call);
        const path = `/sessions/${session.id}/trades`;
        return withQuota('trades', () =>
          route.endsWith('/import') ? importInto(session) : post(path, { trades: [aTrade()] }),
        );
      },
    ],
  ),
  ...STATISTICS.map(([route, ask]): [string, ProblemCode, Ask] => [
    route,
    'QUOTA_STATISTICS',
    async () => {
      const session = await aSession(t.call);
      return withQuota('statistics', () => ask(session));
    },
  ]),
  ['post /projects', 'IDEMPOTENCY_KEY_REUSED', () => withUsedKey('/projects', projectInput())],
  ['post /sessions', 'IDEMPOTENCY_KEY_REUSED', async () => withUsedKey('/sessions', await sessionInput())],
  [
    'post /sessions/{id}/copy',
    'IDEMPOTENCY_KEY_REUSED',
    async () => withUsedKey(`/sessions/${(await aSession(t.call)).id}/copy`, {}),
  ],
  ['get /sessions/{id}/trades/export', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/trades/export`)],
  [
    'get /sessions/{id}/trades/export',
    'SESSION_CHANGED',
    async () => {
      const session = await aSession(t.call);
      const store = t.app.get(ExportStore);
      const page = store.page.bind(store);
      Object.assign(store, {
        page: async (...args: Parameters<ExportStore['page']>) => {
          const trades = await page(...args);
          await ingest(t.call, session, [aTrade()]);
          return trades;
        },
      });
      const response = await t.call.get(`/sessions/${session.id}/trades/export`);
      Object.assign(store, { page });
      return response;
    },
  ],
  ['get /sessions/{id}/report', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/report`)],
  [
    'get /sessions/{id}/report',
    'TOO_MANY_TRADES',
    async () => {
      const session = await aSession(t.call);
      await stateCount(t, session, 200_001);
      return t.call.get(`/sessions/${session.id}/report`);
    },
  ],
  [
    'get /sessions/{id}/report',
    'SESSION_CHANGED',
    async () => {
      const session = await aSession(t.call);
      const worker = t.app.get(ReportWorker);
      const make = worker.make.bind(worker);
      Object.assign(worker, {
        make: async (...args: Parameters<ReportWorker['make']>) => {
          const file = await make(...args);
          await ingest(t.call, session, [aTrade()]);
          return file;
        },
      });
      const response = await t.call.get(`/sessions/${session.id}/report`);
      Object.assign(worker, { make });
      return response;
    },
  ],
  [
    'get /sessions/{id}/report',
    'BUSY',
    async () => {
      const { id } = await aSession(t.call);
      const owner = t.app.get(ReportQueue);
      const { queue } = owner as unknown as { readonly queue: FairQueue };
      Object.assign(owner, { queue: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }) });
      const response = await t.call.get(`/sessions/${id}/report`);
      Object.assign(owner, { queue });
      return response;
    },
  ],
  [
    'post /sessions/{id}/trades/preview',
    'SESSION_NOT_FOUND',
    () => post(`${NOWHERE}/trades/preview`, { trades: [aTrade()] }),
  ],
  [
    'post /sessions/{id}/trades/preview',
    'BUSY',
    async () => {
      const { id } = await aSession(t.call);
      return withFullQueue(() => post(`/sessions/${id}/trades/preview`, { trades: [aTrade()] }));
    },
  ],
  ['post /sessions/{id}/trades/import', 'SESSION_NOT_FOUND', () => importInto({ id: UNKNOWN_ID })],
  [
    'post /sessions/{id}/trades/import',
    'SESSION_FINISHED',
    async () => {
      const session = await aSession(t.call);
      await finish(t.call, session);
      return importInto(session);
    },
  ],
  [
    'post /sessions/{id}/trades/import',
    'CLIENT_ID_CONFLICT',
    async () => {
      const session = await aSession(t.call);
      await importInto(session).expect(201);
      return importInto(session, '', FILE.replace(',2\n', ',3\n'));
    },
  ],
  [
    'post /sessions/{id}/trades/import',
    'BUSY',
    async () => {
      const session = await aSession(t.call);
      return withFullQueue(() => importInto(session, '?preview=true'));
    },
  ],
  [
    'post /sessions/{id}/trades/import',
    'STORAGE_FULL',
    async () => {
      const session = await aSession(t.call);
      return withFullStorage(() => importInto(session));
    },
  ],
  ['get /sessions/{id}/stats', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/stats`)],
  ...ANALYSES.flatMap(([path, query]): [string, ProblemCode, Ask][] => [
    [`get /sessions/{id}/${path}`, 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/${path}${query}`)],
    [
      `get /sessions/{id}/${path}`,
      'BUSY',
      async () => {
        const { id } = await aSession(t.call);
        return withFullAnalysisQueue(() => t.call.get(`/sessions/${id}/${path}${query}`));
      },
    ],
    [
      `get /sessions/{id}/${path}`,
      'TOO_MANY_TRADES',
      async () => {
        const { id } = await aSession(t.call);
        return withLongAnalyses(() => t.call.get(`/sessions/${id}/${path}${query}`));
      },
    ],
  ]),
  ['post /sessions/{id}/finish', 'SESSION_NOT_FOUND', () => post(`${NOWHERE}/finish`)],
  [
    'post /sessions/{id}/trades',
    'SESSION_NOT_FOUND',
    () => post(`${NOWHERE}/trades`, { trades: [aTrade()] }),
  ],
  [
    'post /sessions/{id}/trades',
    'SESSION_FINISHED',
    async () => {
      const session = await aSession(t.call);
      await finish(t.call, session);
      return post(`/sessions/${session.id}/trades`, { trades: [aTrade()] });
    },
  ],
  [
    'post /sessions/{id}/trades',
    'CLIENT_ID_CONFLICT',
    async () => {
      const trade = aTrade();
      const session = await aSessionWith(t.call, [trade]);
      return post(`/sessions/${session.id}/trades`, { trades: [{ ...trade, qty: 2 }] });
    },
  ],
  ['get /sessions/{id}/trades', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/trades`)],
  ...everywhere(tradeRoutes, 'SESSION_NOT_FOUND', (route) =>
    askTrade(route, `${NOWHERE}/trades/${UNKNOWN_ID}`),
  ),
  ...everywhere(tradeRoutes, 'TRADE_NOT_FOUND', async (route) =>
    askTrade(route, `/sessions/${(await aSession(t.call)).id}/trades/${UNKNOWN_ID}`),
  ),
  ...everywhere(
    tradeRoutes.filter((route) => !route.startsWith('get')),
    'SESSION_FINISHED',
    async (route) => {
      const { session, path } = await aStoredTrade();
      await finish(t.call, session);
      return askTrade(route, path);
    },
  ),
  [
    'post /sessions/{id}/finish',
    'BUSY',
    async () => {
      const { id } = await aSession(t.call);
      return withFullQueue(() => post(`/sessions/${id}/finish`));
    },
  ],
  [
    'get /sessions/{id}/stats',
    'BUSY',
    async () => {
      const { id } = await aSession(t.call);
      return withFullQueue(() => t.call.get(`/sessions/${id}/stats`));
    },
  ],
  ...['get /candles', 'get /candles/range'].flatMap((route) =>
    VENUE_FAILURES.map(([code, fail]): [string, ProblemCode, Ask] => [
      route,
      code,
      () => candlesFrom(route, fail),
    ]),
  ),
];

const successOf = (route: string) =>
  Object.keys(operations.get(route)?.responses ?? {}).filter((status) => status.startsWith('2'));

const contentOf = (route: string, status: number | string) =>
  operations.get(route)?.responses[status]?.content?.['application/json'];

/** The codes that a route documents for an error status. */
const codesOf = (route: string, status: string): unknown[] => [
  ...(contentOf(route, status)?.schema.allOf?.[1]?.properties?.['code']?.enum ?? []),
];

describe('a response matches its documented schema', () => {
  it('get /metrics: plain text', async () => {
    const { headers } = await t.call.get('/metrics').expect(200);
    const { content } = operations.get('get /metrics')?.responses['200'] ?? {};
    expect(Object.keys(content ?? {})).toEqual(['text/plain']);
    expect(headers['content-type']).toMatch(/^text\/plain;/);
  });

  it.each(SUCCESSES)('%s: %s', async (route, _, ask) => {
    const response = await ask();
    expect(successOf(route)).toContain(String(response.status));
    const schema = contentOf(route, response.status)?.schema;
    if (response.status === 204) {
      expect([response.text, schema]).toEqual(['', undefined]);
      return;
    }
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(problemsOf(schema ?? {}, response.body)).toEqual([]);
  });

  it.each(FAILURES)('%s: %s', async (route, code, ask) => {
    const response = await ask();
    expect([response.status, response.body.code]).toEqual([PROBLEM_STATUS[code], code]);
    const content = contentOf(route, response.status);
    expect(content).toBeDefined();
    expect(problemsOf(content?.schema ?? {}, response.body)).toEqual([]);
    expect(codesOf(route, String(response.status))).toContain(code);
    const { headers = {} } = operations.get(route)?.responses[response.status] ?? {};
    if (response.headers['retry-after']) expect(Object.keys(headers)).toContain('Retry-After');
  });
});

/** These depend on the number of requests that wait for connections; see tenants.e2e-spec.ts. */
const SHOWN_ELSEWHERE = keyedRoutes.map((route) => `${route} 503 BUSY`);

describe('a documented response', () => {
  it('is covered by a request above', () => {
    const documented = [...operations].flatMap(([route, { responses }]) =>
      Object.keys(responses).flatMap((status) =>
        status.startsWith('2')
          ? [`${route} ${status}`]
          : codesOf(route, status).map((code) => `${route} ${status} ${String(code)}`),
      ),
    );
    const shown = [
      'get /metrics 200',
      'get /sessions/{id}/report 200',
      'get /sessions/{id}/trades/export 200',
      ...SUCCESSES.flatMap(([route]) => successOf(route).map((status) => `${route} ${status}`)),
      ...FAILURES.map(([route, code]) => `${route} ${PROBLEM_STATUS[code]} ${code}`),
      ...SHOWN_ELSEWHERE,
    ];
    expect(documented.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  it('has examples that match its schema', () => {
    for (const { responses } of operations.values()) {
      for (const { content } of Object.values(responses)) {
        const { schema = {}, examples = {} } = content?.['application/json'] ?? {};
        for (const { value } of Object.values(examples)) expect(problemsOf(schema, value)).toEqual([]);
      }
    }
  });
});

describe('the documented routes', () => {
  it('are those of the contract and further ones, health and metrics', () => {
    expect([...operations.keys()].toSorted()).toEqual([
      'delete /projects/{id}',
      'delete /sessions/{id}',
      'delete /sessions/{id}/trades',
      'delete /sessions/{id}/trades/{tradeId}',
      'get /audit',
      'get /candles',
      'get /candles/range',
      'get /candles/series',
      'get /health/live',
      'get /health/ready',
      'get /keys',
      'get /me',
      'get /metrics',
      'get /projects',
      'get /projects/{id}',
      'get /projects/{id}/comparison',
      'get /projects/{id}/tags',
      'get /sessions',
      'get /sessions/{id}',
      'get /sessions/{id}/analysis/breakdown',
      'get /sessions/{id}/analysis/calendar',
      'get /sessions/{id}/analysis/confidence',
      'get /sessions/{id}/analysis/excursions',
      'get /sessions/{id}/analysis/exits',
      'get /sessions/{id}/analysis/hindsight',
      'get /sessions/{id}/analysis/monte-carlo',
      'get /sessions/{id}/analysis/risk',
      'get /sessions/{id}/analysis/timestamps',
      'get /sessions/{id}/record',
      'get /sessions/{id}/report',
      'get /sessions/{id}/state',
      'get /sessions/{id}/stats',
      'get /sessions/{id}/stats/explain',
      'get /sessions/{id}/trades',
      'get /sessions/{id}/trades/export',
      'get /sessions/{id}/trades/{tradeId}',
      'get /usage',
      'patch /projects/{id}',
      'patch /sessions/{id}',
      'patch /sessions/{id}/trades/{tradeId}',
      'post /keys',
      'post /keys/{id}/revoke',
      'post /keys/{id}/rotate',
      'post /projects',
      'post /sessions',
      'post /sessions/{id}/copy',
      'post /sessions/{id}/finish',
      'post /sessions/{id}/trades',
      'post /sessions/{id}/trades/import',
      'post /sessions/{id}/trades/preview',
      'put /sessions/{id}/state',
    ]);
  });

  it('accept the parameters of the contract', () => {
    const parameters = [...operations].flatMap(([route, operation]) =>
      operation.parameters.map(
        ({ name, in: place, required }) => `${route} ${place} ${name}${required ? '' : '?'}`,
      ),
    );
    expect(parameters.toSorted()).toEqual(
      [
        'get /sessions/{id}/report path id',
        'get /sessions/{id}/report query breakEvenThreshold?',
        'get /sessions/{id}/report header If-None-Match?',
        'get /sessions/{id}/trades/export path id',
        'get /sessions/{id}/trades/export query format?',
        'post /sessions/{id}/trades/preview path id',
        'post /sessions/{id}/trades/preview query breakEvenThreshold?',
        'post /sessions/{id}/trades/import path id',
        'post /sessions/{id}/trades/import query breakEvenThreshold?',
        'post /sessions/{id}/trades/import query source?',
        'post /sessions/{id}/trades/import query timezone?',
        'post /sessions/{id}/trades/import query dateOrder?',
        'post /sessions/{id}/trades/import query symbol?',
        'post /sessions/{id}/trades/import query strategyName?',
        'post /sessions/{id}/trades/import query preview?',
        'get /projects/{id}/comparison path id',
        'get /projects/{id}/comparison query breakEvenThreshold?',
        'get /projects/{id}/comparison query sessionIds?',
        'get /keys query count?',
        'get /keys query cursor?',
        'post /keys/{id}/revoke path id',
        'post /keys/{id}/rotate path id',
        'post /projects header Idempotency-Key?',
        'post /sessions header Idempotency-Key?',
        'get /sessions/{id}/state path id',
        'get /sessions/{id}/state header If-None-Match?',
        'put /sessions/{id}/state path id',
        'put /sessions/{id}/state header If-None-Match?',
        'put /sessions/{id}/state header If-Match?',
        'post /sessions/{id}/copy path id',
        'post /sessions/{id}/copy header Idempotency-Key?',
        'get /projects/{id} path id',
        'patch /projects/{id} path id',
        'delete /projects/{id} path id',
        'get /projects/{id}/tags path id',
        'get /sessions query count?',
        'get /sessions query cursor?',
        'get /sessions query projectId?',
        'get /sessions query status?',
        'get /sessions query tag?',
        'get /sessions query search?',
        'get /sessions/{id}/record path id',
        'patch /sessions/{id} path id',
        'delete /sessions/{id} path id',
        'delete /sessions/{id}/trades path id',
        'get /sessions/{id} path id',
        'post /sessions/{id}/trades path id',
        'post /sessions/{id}/finish path id',
        'post /sessions/{id}/finish query breakEvenThreshold?',
        'get /sessions/{id}/stats path id',
        'get /sessions/{id}/stats query breakEvenThreshold?',
        'get /sessions/{id}/stats header If-None-Match?',
        ...ANALYSES.flatMap(([path]) =>
          ['path id', 'header If-None-Match?'].map((parameter) => `get /sessions/{id}/${path} ${parameter}`),
        ),
        ...ANALYSES.filter(([path]) => !/excursions|exits|timestamps|monte-carlo/.test(path)).map(
          ([path]) => `get /sessions/{id}/${path} query breakEvenThreshold?`,
        ),
        ...['level', 'resamples', 'seed'].map(
          (name) => `get /sessions/{id}/analysis/confidence query ${name}?`,
        ),
        ...['method', 'paths', 'trades', 'ruinLevel', 'seed'].map(
          (name) => `get /sessions/{id}/analysis/monte-carlo query ${name}?`,
        ),
        'get /sessions/{id}/analysis/risk query riskFreeRate?',
        ...['count', 'cursor'].map((name) => `get /sessions/{id}/analysis/excursions query ${name}?`),
        ...['targets', 'stops', 'breakEvenAt'].map(
          (name) => `get /sessions/{id}/analysis/exits query ${name}?`,
        ),
        'get /sessions/{id}/analysis/breakdown query by',
        'get /sessions/{id}/stats/explain query figure',
        'get /sessions/{id}/trades path id',
        ...[
          'count',
          'cursor',
          'order',
          'side',
          'symbol',
          'feed',
          'outcome',
          'breakEvenThreshold',
          'tag',
          'from',
          'to',
        ].map((name) => `get /sessions/{id}/trades query ${name}?`),
        ...['get', 'patch', 'delete'].flatMap((method) =>
          ['id', 'tradeId'].map((name) => `${method} /sessions/{id}/trades/{tradeId} path ${name}`),
        ),
        ...['from', 'to', 'action', 'resourceId', 'count', 'cursor'].map(
          (name) => `get /audit query ${name}?`,
        ),
        'get /candles query feed?',
        'get /candles query symbol',
        'get /candles query interval',
        'get /candles query count?',
        'get /candles query before?',
        'get /candles/range query feed?',
        'get /candles/range query symbol',
        'get /candles/range query interval',
        'get /candles/range query from',
        'get /candles/range query to?',
        'get /candles/range query count?',
        'get /candles/series query symbol?',
        'get /candles/series query feed?',
        'get /candles/series query interval?',
      ].toSorted(),
    );
  });

  it('require a key, except health', () => {
    expect(document.components.securitySchemes).toEqual({
      ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(document.security).toEqual([{ ApiKeyAuth: [] }]);
    const open = [...operations].filter(([, { security }]) => security !== undefined).map(([route]) => route);
    expect(open).toEqual(['get /health/live', 'get /health/ready']);
  });

  it('have a unique summary and operationId', () => {
    for (const { summary } of operations.values()) expect(summary).toMatch(/\S/);
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.size);
  });

  it('require a body if one of its fields is required', () => {
    const bodies = bodyRoutes.map((route) => [route, operations.get(route)?.requestBody?.required]);
    expect(Object.fromEntries(bodies)).toEqual({
      'post /keys': true,
      'post /keys/{id}/revoke': false,
      'post /keys/{id}/rotate': false,
      'post /projects': true,
      'patch /projects/{id}': false,
      'post /sessions': true,
      'patch /sessions/{id}': false,
      'post /sessions/{id}/trades': true,
      'patch /sessions/{id}/trades/{tradeId}': false,
      'put /sessions/{id}/state': true,
      'post /sessions/{id}/copy': false,
      'post /sessions/{id}/trades/preview': true,
      'post /sessions/{id}/trades/import': true,
      'post /sessions/{id}/finish': false,
    });
  });

  it('are served at /docs and /docs-json without a key', async () => {
    const { body } = await t.stranger.get('/docs-json').expect(200);
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
    await t.stranger.get('/docs').expect(200);
  });
});

/** Fields of the requests: `!` is required, `0` may be null. */
const INPUTS: [schema: string, fields: string][] = [
  ['CreateProjectDto', 'name! symbol! timeframe!'],
  [
    'CreateSessionDto',
    `projectId! name! initialBalance! mode source accountCurrency strategy description layoutTemplate assets feesConfig
     rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles accountTimezone
     startedAt tags`,
  ],
  ['AssetInput', 'symbol feed timeframe calendarCode executionCostConfig contractPolicy'],
  ['ExecutionCostInput', 'spread slippage fees'],
  ['FeesConfigInput', 'entryFee exitFee type'],
  ['ContractPolicyInput', 'kind'],
  ['IngestTradesDto', 'trades!'],
  [
    'TradeInput',
    `clientId! side! qty! entryPrice! entryTime! exitPrice! exitTime! symbol feed stopLoss0 takeProfit0 note
     feesPaid spreadPaid slippagePaid tags`,
  ],
  ['UpdateProjectDto', 'name symbol timeframe'],
  [
    'UpdateSessionDto',
    `name strategy description layoutTemplate rangeStart0 rangeEnd0 blindMode smoothCandles accountTimezone tags`,
  ],
  [
    'EditTradeDto',
    `side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 note feesPaid0 spreadPaid0 slippagePaid0
     tags`,
  ],
  ['PreviewTradesDto', 'trades!'],
  ['CreateKeyDto', 'name! scopes expiresAt0'],
  ['RotateKeyDto', 'overlapMs'],
  ['NoFields', ''],
  ['StateInput', 'state!'],
  [
    'CopySessionDto',
    `projectId name initialBalance mode source accountCurrency strategy description layoutTemplate assets feesConfig
     rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles accountTimezone
     startedAt tags withTrades costs`,
  ],
];

/** Fields of the responses, which are always present; `0` may be null. */
const ANSWERS: [schema: string, fields: string][] = [
  ['ProjectDto', 'id name symbol timeframe createdAt updatedAt'],
  ['ProjectAnswer', 'project'],
  ['ProjectsAnswer', 'projects'],
  ['QuotasDto', 'sessions0 trades0 requestsPerMinute0 statistics0'],
  ['UsageDto', 'sessions trades requestsPerMinute0 statistics'],
  ['UsageAnswer', 'quotas usage'],
  ['MeAnswer', 'workspace key0 subject0 scopes'],
  [
    'SessionDto',
    `id projectId name mode status source initialBalance accountCurrency strategy description layoutTemplate assets
     feesConfig rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles
     accountTimezone startedAt endedAt0 createdAt updatedAt`,
  ],
  ['ProjectTagDto', 'tag sessions'],
  ['ProjectTagsAnswer', 'tags'],
  ['SessionAnswer', 'session'],
  ['CopyAnswer', 'session'],
  [
    'SessionRecord',
    `id projectId name mode status source initialBalance accountCurrency strategy description layoutTemplate assets
     feesConfig rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles
     accountTimezone startedAt endedAt0 createdAt updatedAt tags summary`,
  ],
  [
    'SummaryDto',
    `tradeCount winCount lossCount breakEvenCount plGross feesPaid plNet plNetPct firstEntryTime0 lastExitTime0`,
  ],
  ['SessionRecordAnswer', 'session'],
  ['SessionRecordAndProjectAnswer', 'session project'],
  ['SessionRecordsAnswer', 'sessions nextCursor0'],
  ['RemovedTradesAnswer', 'removed'],
  ['StateAnswer', 'state0 updatedAt0'],
  ['StatePutAnswer', 'updatedAt'],
  ['SessionAndProjectAnswer', 'session project'],
  [
    'AssetDto',
    'id sessionId symbol feed timeframe calendarCode executionCostConfig contractPolicy position createdAt',
  ],
  ['ExecutionCostDto', 'spread slippage fees'],
  ['FeesConfigDto', 'entryFee exitFee type'],
  ['ContractPolicyDto', 'kind'],
  [
    'TradeDto',
    `id sessionId symbol feed side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 feesPaid
     spreadPaid slippagePaid plGross plNet plPct rMultiple0 note createdAt`,
  ],
  ['AuditAnswer', 'entries nextCursor0'],
  ['AuditEntryDto', 'id time actor action resource count0 address0 requestId0'],
  ['ActorDto', 'kind id'],
  ['ResourceDto', 'type id tradeId0'],
  ['IngestAnswer', 'inserted trades'],
  [
    'TradeRecord',
    `id sessionId symbol feed side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 feesPaid
     spreadPaid slippagePaid plGross plNet plPct rMultiple0 note createdAt clientId tags updatedAt givenCosts`,
  ],
  ['TradeRecordAnswer', 'trade'],
  ['TradeRecordsAnswer', 'trades nextCursor0'],
  ['CandleDto', 'ts open high low close volume'],
  ['CandlesAnswer', 'symbol feed interval source candles'],
  ['CandleRangeAnswer', 'symbol feed interval source candles gaps missing nextFrom0'],
  ['SpanDto', 'from to'],
  ['SeriesDto', 'symbol feed interval spans'],
  ['SeriesAnswer', 'series'],
  [
    'Statistics',
    `calculationVersion tradeCount winCount lossCount breakEvenCount breakEvenThreshold winrate plGross feesPaid plNet
     plNetPct avgPlPerTrade avgPlPctPerTrade avgRMultiple maxRMultiple avgWin avgLoss winLossRatio profitFactor
     netProfitFactor expectancy expectancyComponents tradesPerDay tradesPerWeek tradesPerMonth avgDurationMs
     avgWinDurationMs avgLossDurationMs maxWinStreak maxLossStreak avgWinStreak avgLossStreak bestWinPct worstLossPct
     avgWinPct avgLossPct maxDrawdown maxDrawdownPct equityCurve plPctDistribution idealRAnalysis`,
  ],
  [
    'ExpectancyComponentsDto',
    `winProbability lossProbability breakEvenProbability avgBreakEven winContribution lossContribution
     breakEvenContribution`,
  ],
  [
    'Figures',
    `calculationVersion tradeCount winCount lossCount breakEvenCount breakEvenThreshold winrate0 plGross feesPaid plNet
     plNetPct avgPlPerTrade0 avgPlPctPerTrade0 avgRMultiple0 maxRMultiple0 avgWin0 avgLoss0 winLossRatio0 profitFactor0
     netProfitFactor0 expectancy0 expectancyComponents tradesPerDay0 tradesPerWeek0 tradesPerMonth0 avgDurationMs0
     avgWinDurationMs0 avgLossDurationMs0 maxWinStreak maxLossStreak avgWinStreak0 avgLossStreak0 bestWinPct0
     worstLossPct0 avgWinPct0 avgLossPct0 maxDrawdown maxDrawdownPct`,
  ],
  [
    'ExpectancyFigures',
    `winProbability0 lossProbability0 breakEvenProbability0 avgBreakEven0 winContribution0 lossContribution0
     breakEvenContribution0`,
  ],
  ['VerdictDto', 'index clientId0 verdict problems trade0'],
  ['VerdictCounts', 'new stored conflict invalid'],
  [
    'PreviewedTrade',
    `id0 sessionId symbol feed side qty entryPrice entryTime exitPrice exitTime stopLoss0 takeProfit0 feesPaid
     spreadPaid slippagePaid plGross plNet plPct rMultiple0 note createdAt0 clientId tags updatedAt0 givenCosts`,
  ],
  ['PreviewAnswer', 'verdicts counts before after check0'],
  ['SkippedRowDto', 'row reason'],
  ['ImportAnswer', 'inserted stored skipped skippedCount tradeCount check0'],
  ['ImportPreviewAnswer', 'counts verdicts before after skipped skippedCount tradeCount check0'],
  ['EquityPointDto', 'time equity'],
  ['BinDto', 'from to count'],
  ['IdealRAnalysisDto', 'state reason analytics markets'],
  [
    'IdealRAnalyticsDto',
    `horizonMs thresholdR totalTrades eligibleTrades measuredTrades incompleteTrades invalidRiskTrades
     losingMeasuredTrades averageIdealR maxIdealR couldHaveProfitBreakEvenCount couldHaveProfitBreakEvenRate
     observations`,
  ],
  [
    'IdealRObservationDto',
    'tradeId status idealR bestPrice windowStartTime targetEndTime observedEndTime couldHaveProfitBreakEven',
  ],
  [
    'IdealRMarketDto',
    'symbol feed sourceTimeframe analysisTimeframe approximateEntryBar requestedBars loadedBars',
  ],
  ['FinishAnswer', 'session stats'],
  ['StatsAnswer', 'stats'],
  ['BreakdownAnswer', 'calculationVersion by timezone groups omittedGroups reason0'],
  ['BreakdownGroupDto', 'key0 tradeCount share0 figures winrateInterval0'],
  ['WinrateIntervalDto', 'low high'],
  ['CalendarAnswer', 'calculationVersion timezone days months reason0'],
  ['CalendarDayDto', 'date tradeCount winCount lossCount plGross feesPaid plNet returnPct0 equity'],
  ['CalendarMonthDto', 'month tradeCount plNet returnPct0'],
  ['ExcursionsAnswer', 'calculationVersion state reason resolution0 trades summary nextCursor0'],
  ['StampResolutionDto', 'entryMs exitMs'],
  ['TradeExcursionDto', 'tradeId status price r0 pct exitEfficiency0'],
  ['MovesDto', 'mfe mae'],
  ['MoveBoundsDto', 'min max0'],
  ['RatioBoundsDto', 'min0 max0'],
  ['ExcursionSummaryDto', 'measured incomplete avgMfeR0 avgMaeR0 edgeRatio0'],
  ['ExitsAnswer', 'calculationVersion state reason trades cells actual'],
  ['ExitTradesDto', 'total eligible measured incomplete invalidRisk'],
  ['ExitCellDto', 'target stop winrate avgR avgRPerNewRisk'],
  ['WorstBestDto', 'worst0 best0'],
  ['ActualExitsDto', 'avgR0 avgGrossR0'],
  [
    'TimestampCheckDto',
    'calculationVersion verdict unit resolution0 shiftMs0 zone0 known fitting medianDistanceBp0 message',
  ],
  [
    'TimestampsAnswer',
    'calculationVersion verdict unit resolution0 shiftMs0 zone0 known fitting medianDistanceBp0 message reason0',
  ],
  [
    'ExplainAnswer',
    `calculationVersion figure value0 unit definition formula inputs arithmetic counted excluded state0
     reason0`,
  ],
  ['ExplanationInputDto', 'name value0'],
  ['ExcludedTradesDto', 'reason count tradeIds'],
  [
    'HindsightAnswer',
    'calculationVersion seenEntryShare0 seenTimeShare0 seenSessions figures moreSessions reason0',
  ],
  ['HindsightFiguresDto', 'seen unseen'],
  ['SeenSessionDto', 'id name sharedMs'],
  [
    'ConfidenceAnswer',
    'calculationVersion reason0 level resamples seed winrate expectancy avgRMultiple netProfitFactor',
  ],
  ['EstimateDto', 'value0 low0 high0 method0 note0 reason0'],
  [
    'MonteCarloAnswer',
    `calculationVersion reason0 method paths trades seed equityBands finalEquity0 maxDrawdown0 maxDrawdownPct0 riskOfRuin0
     standardError0`,
  ],
  ['EquityBandDto', 'trade p050 p250 p500 p750 p950'],
  ['PercentilesDto', 'p050 p250 p500 p750 p950'],
  ['RiskAnswer', 'calculationVersion reason0 returns perTrade drawdowns exposure'],
  [
    'ReturnsDto',
    `reason0 days tradingDays sharpe0 sortino0 volatilityPct0 cagrPct0 calmar0 omega0 ulcerIndex0 valueAtRisk95Pct0
     expectedShortfall95Pct0 bestDay0 worstDay0`,
  ],
  ['ExtremeDayDto', 'date plNet'],
  [
    'PerTradeDto',
    `tradeCount rMultipleCount median0 standardDeviation0 skewness0 excessKurtosis0 sqn0 kelly0 tStatistic0 pValue0 runsZ0
     probabilisticSharpe0 minTrackRecordLength0 tradesNeeded0`,
  ],
  ['DrawdownsDto', 'periods timeUnderWater0 longestMs0 recoveryFactor0'],
  ['DrawdownDto', 'peakTime troughTime recoveredTime0 peakEquity troughEquity depth depthPct durationMs'],
  ['ExposureDto', 'timeInMarket0 maxConcurrentTrades avgConcurrentTrades0 maxNotional0 maxLeverage0'],
  ['ComparisonAnswer', 'sessions pairs breakEvenThreshold'],
  ['SessionComparisonDto', 'figures session equity'],
  ['ComparedSessionDto', 'id status tags name'],
  ['RelativeEquityPointDto', 'time equityPct'],
  ['PairDto', `a b unit difference0 low0 high0 tStatistic0 degreesOfFreedom0 pValue0 sharedMarketTime0 n`],
  ['PairCountsDto', 'a b'],
  ['KeyDto', 'id name prefix scopes state createdAt expiresAt0 revokedAt0 lastUsedAt0'],
  ['KeyAnswer', 'key'],
  ['KeysAnswer', 'keys nextCursor0'],
  ['CreatedKeyAnswer', 'key secret'],
  ['RotatedKeyAnswer', 'key secret replaced'],
  ['HealthAnswer', 'status'],
  ['LiveAnswer', 'status version commit0'],
];

const parsed = (fields: string) => {
  const words = fields.split(/\s+/).filter((word) => word !== '');
  const names = (mark: string) =>
    words.filter((word) => word.endsWith(mark)).map((word) => word.slice(0, -1));
  return {
    all: words.map((word) => word.replace(/[!0]$/, '')).toSorted(),
    required: names('!').toSorted(),
    nullable: names('0').toSorted(),
  };
};

const fieldsOf = ({ properties = {}, required = [] }: Schema) => ({
  all: Object.keys(properties).toSorted(),
  required: required.toSorted(),
  nullable: Object.keys(properties)
    .filter((field) => properties[field]?.nullable)
    .toSorted(),
});

describe('the documented schemas', () => {
  it.each(INPUTS)('have the request fields of the contract: %s', (name, fields) => {
    expect(fieldsOf(schemaNamed(name))).toEqual(parsed(fields));
    expect(schemaNamed(name).additionalProperties).toBe(false);
  });

  it.each(ANSWERS)('have the response fields of the contract, all required: %s', (name, fields) => {
    const { all, nullable } = parsed(fields);
    expect(fieldsOf(schemaNamed(name))).toEqual({ all, required: all, nullable });
  });

  it('are those of requests, responses and errors, and no others', () => {
    const known = [...INPUTS, ...ANSWERS].map(([name]) => name);
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(
      [...known, 'ProblemCode', 'ProblemDto', 'FieldProblemDto'].toSorted(),
    );
    expect(fieldsOf(schemaNamed('ProblemDto')).required).toEqual(
      ['statusCode', 'error', 'code', 'message', 'requestId'].toSorted(),
    );
  });

  it('have examples and defaults that are valid', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        for (const value of [schema.example, schema.default]) {
          const problems = value === undefined ? [] : problemsOf(schema, value);
          expect([name, field, problems]).toEqual([name, field, []]);
        }
      }
    }
  });
});

describe('the document', () => {
  it('describes every schema property, parameter, response and tag', () => {
    const properties = Object.entries(document.components.schemas).flatMap(
      ([name, { properties: all = {} }]) =>
        Object.entries(all).map(([field, { description }]) => [`${name}.${field}`, description] as const),
    );
    const parts = [...operations].flatMap(([route, { parameters, responses }]) => [
      ...parameters.map(({ name, description }) => [`${route} ${name}`, description] as const),
      ...Object.entries(responses).map(
        ([status, { description }]) => [`${route} ${status}`, description] as const,
      ),
    ]);
    const tags = document.tags.map(({ name, description }) => [name, description] as const);
    const undescribed = [...properties, ...parts, ...tags].filter(([, description]) => !description?.trim());
    expect(undescribed).toEqual([]);
  });

  it('lists the tags of its routes, a licence and a server', () => {
    const used = new Set([...operations.values()].flatMap(({ tags = [] }) => tags));
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
    expect(document.info.license).toEqual({ name: 'MIT', url: expect.stringMatching(/^https:/) });
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });

  it('gives ids in paths a format', () => {
    for (const { parameters } of operations.values())
      for (const { in: place, schema } of parameters)
        if (place === 'path') expect(schema).toEqual({ type: 'string', format: 'uuid' });
  });

  it('gives required query parameters an example, because most have no default', () => {
    const without = [...operations].flatMap(([route, { parameters }]) =>
      parameters
        .filter(
          ({ in: place, required, schema }) => place === 'query' && required && schema.example === undefined,
        )
        .map(({ name }) => `${route} ${name}`),
    );
    expect(without).toEqual([]);
  });

  // Swagger UI fills in examples, and a filter that nobody chose would make a response empty.
  it('gives optional filters in a query no example', () => {
    const prefilled = [...operations].flatMap(([route, { parameters }]) =>
      parameters
        .filter(({ in: place, required, schema }) => {
          const { example, default: byDefault } = schema;
          return place === 'query' && !required && example !== undefined && byDefault === undefined;
        })
        .map(({ name }) => `${route} ${name}`),
    );
    // Assumptions of an analysis filter nothing.
    expect(prefilled.filter((parameter) => !parameter.includes('/analysis/'))).toEqual([
      // The other bound of a range whose start is required.
      'get /candles/range to',
    ]);
  });

  it('shows few fields of a copy, because each sent field replaces that of the original', () => {
    const { examples = {}, schema = {} } =
      operations.get('post /sessions/{id}/copy')?.requestBody?.content['application/json'] ?? {};
    const values = Object.values(examples).map(({ value }) => value as object);
    expect(values.map(Object.keys)).toEqual([['name', 'feesConfig']]);
    for (const value of values) expect(problemsOf(schema, value)).toEqual([]);
  });

  it('shows null as the example of endedAt of an active session', () => {
    expect(schemaNamed('SessionDto').properties?.['endedAt']?.example).toBeNull();
  });

  it('has no defaults in the schemas of bodies', () => {
    const withDefault = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.values(properties).filter((property) => property.default !== undefined),
    );
    expect(withDefault).toEqual([]);
  });
});

/** The message of an error's example. */
const exampleMessage = (route: string, status: number, code: ProblemCode): string => {
  const { value } = contentOf(route, status)?.examples?.[code] ?? {};
  return (value as { message?: string } | undefined)?.message ?? '';
};

const readRoutes = keyedRoutes.filter((route) => route.startsWith('get '));

/** Returns the query parameter that a client can get wrong first, or one that no route has if the route has none. */
function firstOfQuery(route: string): string {
  const query = operations.get(route)!.parameters.filter(({ in: place }) => place === 'query');
  return (query.find(({ required }) => required) ?? query[0])?.name ?? 'limit';
}

describe('the example of an error', () => {
  it.each(keyedRoutes)('names, for %s, the scope that the route needs', (route) => {
    if (route === 'get /me') {
      expect(exampleMessage(route, 403, 'FORBIDDEN')).toBe('This key has no scope.');
      return;
    }
    const scope = adminRoutes.has(route) ? 'admin' : route.startsWith('get') ? 'read' : 'write';
    expect(exampleMessage(route, 403, 'FORBIDDEN')).toContain(`"${scope}"`);
  });

  /** Fields of a body, and of a query of requests other than reads. */
  const wrongFields: [route: string, field: string][] = [
    ['post /projects', 'name'],
    ['post /sessions', 'projectId'],
    ['post /sessions/{id}/trades', 'trades'],
    ['patch /sessions/{id}/trades/{tradeId}', 'limit'],
    ['delete /sessions/{id}/trades/{tradeId}', 'limit'],
    ['put /sessions/{id}/state', 'state'],
    ['post /sessions/{id}/copy', 'limit'],
    ['post /sessions/{id}/finish', 'breakEvenThreshold'],
    ['post /keys', 'name'],
    ['post /keys/{id}/rotate', 'limit'],
    ...readRoutes.map((route): [string, string] => [route, firstOfQuery(route)]),
  ];
  it.each(wrongFields)('of %s is about %s', (route, field) => {
    expect(exampleMessage(route, 400, 'VALIDATION_FAILED')).toMatch(new RegExp(`^${field} `));
  });
});

describe('openapi.json', () => {
  it('has no error by the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message, location }) => [location[0]?.pointer, message])).toEqual([]);
  });

  it('equals the document of this build (npm run openapi writes it)', async () => {
    expect(JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8'))).toEqual(document);
  });
});
