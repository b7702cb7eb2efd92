import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import { KeysService } from '../src/auth/keys.service.js';
import { WorkspacesService } from '../src/auth/workspaces.service.js';
import { PROBLEM_STATUS, ProblemCode } from '../src/common/problem.js';
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
import { ROOT, Schema, document, operations, problemsOf, schemaNamed } from './support/openapi-document.js';

let t: LiveApp;
/** Instances that fail: without a database, and with an error of our own in every request. */
let away: TestApp;
let broken: TestApp;
/** One that has had its one request of this minute. */
let limited: TestApp;
beforeAll(async () => {
  t = await startLiveApp({ TRADE_MINIMUM: '1', BODY_LIMIT: '1mb' });
  away = await startTestApp();
  await aProject(away.call);
  await away.app.get(DataSource).destroy();
  broken = await startTestApp();
  limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1' });
  await limited.call.get('/projects');
  Object.assign(broken.app.get(WorkspacesService), { idOf: () => Promise.reject(new Error('ours')) });
});
afterAll(async () => {
  await limited.close();
  await broken.close();
  await away.close();
  await t.close();
});

type Ask = () => PromiseLike<supertest.Response>;

/** Trades that lie before the venue's present, with valid stops, without, and without any. */
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

/** Requests that succeed, each in one of the ways that make its answer look different. */
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
  [
    'get /candles',
    'bars of the venue',
    () => t.call.get(`/candles?symbol=${ownSymbol(t.venue)}&interval=1h`),
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
];

const bodyRoutes = [...operations].filter(([, { requestBody }]) => requestBody).map(([route]) => route);
const keyedRoutes = [...operations.keys()].filter((route) => !route.includes('/health/'));

const UNKNOWN_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
const NOWHERE = `/sessions/${UNKNOWN_ID}`;

/** A request to a route by whichever caller, with whatever body; the session in its path exists. */
async function askRoute(
  app: TestApp,
  route: string,
  options: Partial<{ key: string; query: string; body: string; type: string }> = {},
) {
  const [method = '', path = ''] = route.split(' ');
  const { id } = app === t ? await aSession(t.call) : { id: UNKNOWN_ID };
  const url = `${path.replace('{id}', id)}${options.query ?? (path === '/candles' ? '?symbol=A&interval=1m' : '')}`;
  const request = method === 'get' ? app.stranger.get(url) : app.stranger.post(url);
  if (options.key !== '') void request.set('x-api-key', options.key ?? app.secrets.own);
  if (options.body === undefined) return request;
  return request.set('content-type', options.type ?? 'application/json').send(options.body);
}

/** A key of the test's workspace with no scope at all. */
async function unscopedKey(): Promise<string> {
  const wanted = { name: 'unscoped', workspace: 'unscoped', scopes: [], expiresAt: null };
  return (await t.app.get(KeysService).create(wanted)).secret;
}

const everywhere = (
  routes: readonly string[],
  code: ProblemCode,
  ask: (route: string) => PromiseLike<supertest.Response>,
) => routes.map((route): [string, ProblemCode, Ask] => [route, code, () => ask(route)]);

/** The service on a venue that fails in one way. */
async function candlesFrom(
  fail: (venue: LiveApp['venue'], symbol: string) => void,
): Promise<supertest.Response> {
  const live = await startLiveApp();
  try {
    const symbol = ownSymbol(live.venue);
    fail(live.venue, symbol);
    return await live.call.get(`/candles?symbol=${symbol}&interval=1m&count=5`);
  } finally {
    await live.close();
  }
}

/** Requests that fail, with the code that each is answered with. */
const FAILURES: [route: string, code: ProblemCode, ask: Ask][] = [
  ...everywhere(keyedRoutes, 'UNAUTHORIZED', (route) => askRoute(t, route, { key: '' })),
  ...everywhere(keyedRoutes, 'FORBIDDEN', async (route) => askRoute(t, route, { key: await unscopedKey() })),
  ...everywhere(keyedRoutes, 'VALIDATION_FAILED', (route) => askRoute(t, route, { query: '?x=1' })),
  ...everywhere(keyedRoutes, 'INTERNAL_ERROR', (route) => askRoute(broken, route)),
  ...everywhere([...keyedRoutes, 'get /health/ready'], 'DATABASE_UNAVAILABLE', (route) =>
    route.startsWith('post') || route === 'get /metrics'
      ? askRoute(away, route, { key: 'not-known-yet' })
      : askRoute(away, route),
  ),
  ...everywhere(keyedRoutes, 'RATE_LIMITED', (route) => askRoute(limited, route)),
  ...everywhere(bodyRoutes, 'MALFORMED_JSON', (route) => askRoute(t, route, { body: '{' })),
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
  ['get /sessions/{id}', 'SESSION_NOT_FOUND', () => t.call.get(NOWHERE)],
  ['get /sessions/{id}/stats', 'SESSION_NOT_FOUND', () => t.call.get(`${NOWHERE}/stats`)],
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
  [
    'get /candles',
    'SYMBOL_NOT_FOUND',
    () => candlesFrom((venue, symbol) => venue.play({ kind: 'unknown-symbol', symbol })),
  ],
  ['get /candles', 'VENUE_ERROR', () => candlesFrom((venue) => venue.play({ kind: 'not-json' }))],
  ['get /candles', 'VENUE_UNAVAILABLE', () => candlesFrom((venue) => venue.play({ kind: 'internal-error' }))],
  [
    'get /candles',
    'VENUE_RATE_LIMITED',
    () => candlesFrom((venue) => venue.play({ kind: 'rate-limited', retryAfterSeconds: 30 })),
  ],
  [
    'get /candles',
    'VENUE_REGION_BLOCKED',
    () => candlesFrom((venue) => venue.play({ kind: 'region-blocked' })),
  ],
];

const successOf = (route: string) =>
  Object.keys(operations.get(route)?.responses ?? {}).filter((status) => status.startsWith('2'));

const contentOf = (route: string, status: number | string) =>
  operations.get(route)?.responses[status]?.content?.['application/json'];

/** The codes that a route documents for a status of an error. */
const codesOf = (route: string, status: string): unknown[] => [
  ...(contentOf(route, status)?.schema.allOf?.[1]?.properties?.['code']?.enum ?? []),
];

describe('an answer is as documented', () => {
  it('get /metrics: text', async () => {
    const { headers } = await t.call.get('/metrics').expect(200);
    const { content } = operations.get('get /metrics')?.responses['200'] ?? {};
    expect(Object.keys(content ?? {})).toEqual(['text/plain']);
    expect(headers['content-type']).toMatch(/^text\/plain;/);
  });

  it.each(SUCCESSES)('%s: %s', async (route, _, ask) => {
    const response = await ask();
    expect([String(response.status)]).toEqual(successOf(route));
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(problemsOf(contentOf(route, response.status)?.schema ?? {}, response.body)).toEqual([]);
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

describe('a documented answer', () => {
  it('is brought about above', () => {
    const documented = [...operations].flatMap(([route, { responses }]) =>
      Object.keys(responses).flatMap((status) =>
        status.startsWith('2')
          ? [`${route} ${status}`]
          : codesOf(route, status).map((code) => `${route} ${status} ${String(code)}`),
      ),
    );
    const shown = [
      'get /metrics 200',
      ...SUCCESSES.flatMap(([route]) => successOf(route).map((status) => `${route} ${status}`)),
      ...FAILURES.map(([route, code]) => `${route} ${PROBLEM_STATUS[code]} ${code}`),
    ];
    expect(documented.toSorted()).toEqual([...new Set(shown)].toSorted());
  });

  it('has examples that are as documented', () => {
    for (const { responses } of operations.values()) {
      for (const { content } of Object.values(responses)) {
        const { schema = {}, examples = {} } = content?.['application/json'] ?? {};
        for (const { value } of Object.values(examples)) expect(problemsOf(schema, value)).toEqual([]);
      }
    }
  });
});

describe('the routes', () => {
  it('are those of the contract, health and metrics', () => {
    expect([...operations.keys()].toSorted()).toEqual([
      'get /candles',
      'get /health/live',
      'get /health/ready',
      'get /metrics',
      'get /projects',
      'get /sessions/{id}',
      'get /sessions/{id}/stats',
      'post /projects',
      'post /sessions',
      'post /sessions/{id}/finish',
      'post /sessions/{id}/trades',
    ]);
  });

  it('take the parameters of the contract', () => {
    const parameters = [...operations].flatMap(([route, operation]) =>
      operation.parameters.map(
        ({ name, in: place, required }) => `${route} ${place} ${name}${required ? '' : '?'}`,
      ),
    );
    expect(parameters).toEqual([
      'get /sessions/{id} path id',
      'post /sessions/{id}/trades path id',
      'post /sessions/{id}/finish path id',
      'post /sessions/{id}/finish query breakEvenThreshold?',
      'get /sessions/{id}/stats path id',
      'get /sessions/{id}/stats query breakEvenThreshold?',
      'get /sessions/{id}/stats header If-None-Match?',
      'get /candles query feed?',
      'get /candles query symbol',
      'get /candles query interval',
      'get /candles query count?',
      'get /candles query before?',
    ]);
  });

  it('need the key, save health', () => {
    expect(document.components.securitySchemes).toEqual({
      ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
    expect(document.security).toEqual([{ ApiKeyAuth: [] }]);
    const open = [...operations].filter(([, { security }]) => security !== undefined).map(([route]) => route);
    expect(open).toEqual(['get /health/live', 'get /health/ready']);
  });

  it('say what they do', () => {
    for (const { summary } of operations.values()) expect(summary).toMatch(/\S/);
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.size);
  });

  it('need a body where a field of it is required', () => {
    const bodies = bodyRoutes.map((route) => [route, operations.get(route)?.requestBody?.required]);
    expect(bodies).toEqual([
      ['post /projects', true],
      ['post /sessions', true],
      ['post /sessions/{id}/trades', true],
      ['post /sessions/{id}/finish', false],
    ]);
  });

  it('are documented by the service itself, without a key', async () => {
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
     rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles accountTimezone startedAt`,
  ],
  ['AssetInput', 'symbol feed timeframe calendarCode executionCostConfig contractPolicy'],
  ['ExecutionCostInput', 'spread slippage fees'],
  ['FeesConfigInput', 'entryFee exitFee type'],
  ['ContractPolicyInput', 'kind'],
  ['IngestTradesDto', 'trades!'],
  [
    'TradeInput',
    `clientId! side! qty! entryPrice! entryTime! exitPrice! exitTime! symbol feed stopLoss0 takeProfit0 note
     feesPaid spreadPaid slippagePaid`,
  ],
  ['NoFields', ''],
];

/** Fields of the answers, which are always there; `0` may be null. */
const ANSWERS: [schema: string, fields: string][] = [
  ['ProjectDto', 'id name symbol timeframe createdAt updatedAt'],
  ['ProjectAnswer', 'project'],
  ['ProjectsAnswer', 'projects'],
  [
    'SessionDto',
    `id projectId name mode status source initialBalance accountCurrency strategy description layoutTemplate assets
     feesConfig rangeStart0 rangeEnd0 randomSourceStart0 randomSourceEnd0 randomSeed blindMode smoothCandles
     accountTimezone startedAt endedAt0 createdAt updatedAt`,
  ],
  ['SessionAnswer', 'session'],
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
  ['IngestAnswer', 'inserted trades'],
  ['CandleDto', 'ts open high low close volume'],
  ['CandlesAnswer', 'symbol feed interval source candles'],
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
  ['HealthAnswer', 'status'],
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

describe('the schemas', () => {
  it.each(INPUTS)('of requests have the fields of the contract: %s', (name, fields) => {
    expect(fieldsOf(schemaNamed(name))).toEqual(parsed(fields));
    expect(schemaNamed(name).additionalProperties).toBe(false);
  });

  it.each(ANSWERS)('of answers have the fields of the contract, all of them required: %s', (name, fields) => {
    const { all, nullable } = parsed(fields);
    expect(fieldsOf(schemaNamed(name))).toEqual({ all, required: all, nullable });
  });

  it('are these, and those of errors', () => {
    const known = [...INPUTS, ...ANSWERS].map(([name]) => name);
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(
      [...known, 'ProblemCode', 'ProblemDto', 'FieldProblemDto'].toSorted(),
    );
    expect(fieldsOf(schemaNamed('ProblemDto')).required).toEqual(
      ['statusCode', 'error', 'code', 'message', 'requestId'].toSorted(),
    );
  });

  it('have examples and defaults that they allow themselves', () => {
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

describe('openapi.json', () => {
  it('is the document of the service as it is (npm run openapi writes it)', async () => {
    expect(JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8'))).toEqual(document);
  });
});
