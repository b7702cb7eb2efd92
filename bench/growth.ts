import { readEnvironment } from '../src/platform/config/environment.js';
import { createApp } from '../src/create-app.js';
import { type BenchRow, median, scaled, short } from './measure.js';
import { pagesOfSessions, pagesOfTrades } from './pages.js';
import { FIRST_BAR, storeBars } from './support/bars.js';
import { select } from './support/database.js';
import { type Ask, KEY, type Listening, answerMs, ask, askOnce } from './support/load.js';
import { type Scan, type StatementPlan, plansOf, statementsOf } from './support/plans.js';
import { type Server, databaseUrl, startService, stopAll } from './support/processes.js';
import { newSession, sessionWith, someTrades } from './support/trades.js';

const MINUTE = 60_000;
const REQUESTS = 31;
/**
 * Number of trades per batch. The batches are small, so that the measurement itself does not make a session much
 * larger.
 */
const BATCH = 20;

const TRADES = sizes([1_000, 10_000, 100_000, 1_000_000], 100);
const SESSIONS = sizes([10, 1_000, 10_000, 100_000], 1);
const BARS = sizes([10_000, 100_000, 1_000_000, 4_000_000], 3_000);

/**
 * Number of bars that are stored but never requested. These bars stand for the history of many markets, because a
 * single market does not have this many minutes.
 */
const OTHER_BARS = scaled(45_000_000, 3_000);

/** Returns sizes scaled by BENCH_SCALE, without duplicates. */
function sizes(full: readonly number[], least: number): number[] {
  return [...new Set(full.map((size) => scaled(size, least)))];
}

/**
 * One kind of request, measured at sizes in ascending order. If `isPerUnit` is true, the measured time is divided by
 * the size.
 */
interface Growth {
  readonly what: string;
  readonly of: string;
  readonly sizes: readonly number[];
  readonly asks: (size: number, place: number) => Ask | Promise<Ask>;
  readonly expected?: number;
  readonly isPerUnit?: boolean;
}

/**
 * Measures how the time of a request grows with the amount of stored data. `ours` is the time at the largest size,
 * `baseline` at the smallest, and the note lists every size. Also checks whether any statement reads the whole of a
 * growing table.
 */
export async function run(): Promise<BenchRow[]> {
  const service = await startService({ STATS_CACHE_MB: '0', CANDLE_CACHE_MB: '0', API_KEYS: KEYS });
  try {
    const sessions = [];
    for (const size of TRADES) sessions.push(await sessionWith(service, size));
    const workspaces = [];
    for (const size of SESSIONS) workspaces.push(await workspaceWith(service, size));
    for (const size of BARS) await storeBars(size);
    await storeProjects(service);
    await select(databaseUrl(), 'VACUUM ANALYZE');
    const rows: BenchRow[] = [];
    const growths = [
      ...ofTrades(service, sessions),
      ...ofSessions(workspaces),
      ...ofBars('bars in the series'),
    ];
    for (const growth of growths) rows.push(await grown(service, growth));
    rows.push(...(await pagesOfTrades(service, sessions.at(-1)!, TRADES.at(-1)!)));
    const { key, project } = workspaces.at(-1)!;
    rows.push(...(await pagesOfSessions(service, key, project, SESSIONS.at(-1)!)));
    await storeOtherBars();
    for (const growth of ofBars(`bars in the series, ${short(OTHER_BARS)} in others`))
      rows.push(await grown(service, growth));
    // The plans are checked for a small session: for a session with a large part of the rows of the table, a sequential
    // scan would be the fastest plan.
    return [...rows, await plansRow(sessions[1] ?? sessions[0]!)];
  } finally {
    await stopAll();
  }
}

function ofTrades(service: Server, sessions: readonly string[]): Growth[] {
  const of = 'trades in the session';
  const path = (place: number, rest = '') => `/sessions/${sessions[place]}${rest}`;
  return [
    { what: 'GET /sessions/{id}', of, sizes: TRADES, asks: (_, place) => ({ path: path(place) }) },
    {
      what: 'GET stats, 304',
      of,
      sizes: TRADES,
      expected: 304,
      asks: async (_, place) => {
        const { etag = '' } = await askOnce(service.port, path(place, '/stats'));
        return { path: path(place, '/stats'), headers: { 'if-none-match': etag } };
      },
    },
    {
      what: 'GET stats, cold, µs per trade',
      of,
      sizes: TRADES,
      isPerUnit: true,
      asks: (_, place) => ({ path: path(place, '/stats') }),
    },
    {
      what: `POST ${BATCH} trades`,
      of,
      sizes: TRADES,
      asks: (_, place) => ({ path: path(place, '/trades'), body: '' }),
    },
  ];
}

interface Workspace {
  readonly key: string;
  readonly project: string;
  readonly session: string;
}

function ofSessions(workspaces: readonly Workspace[]): Growth[] {
  const common = { of: 'sessions in the workspace', sizes: SESSIONS };
  const asked = (place: number, path: string, body?: string): Ask => ({
    path,
    headers: { 'x-api-key': workspaces[place]!.key },
    ...(body !== undefined && { body }),
  });
  return [
    {
      ...common,
      what: 'GET /sessions/{id}',
      asks: (_, place) => asked(place, `/sessions/${workspaces[place]!.session}`),
    },
    { ...common, what: 'GET /projects', asks: (_, place) => asked(place, '/projects') },
    { ...common, what: 'GET /sessions', asks: (_, place) => asked(place, '/sessions?count=10') },
    {
      ...common,
      what: 'POST /sessions',
      asks: (_, place) => {
        const session = { projectId: workspaces[place]!.project, name: 'Run', initialBalance: 1000 };
        return asked(place, '/sessions', JSON.stringify(session));
      },
    },
    {
      ...common,
      what: `POST ${BATCH} trades`,
      asks: (_, place) => asked(place, `/sessions/${workspaces[place]!.session}/trades`, ''),
    },
  ];
}

function ofBars(of: string): Growth[] {
  const common = { of, sizes: BARS };
  const page = (size: number, before: number): Ask => ({
    path: `/candles?symbol=GROW${size}&interval=1m&count=2000&before=${before}`,
  });
  return [
    { ...common, what: 'GET /candles, newest 2000', asks: (size) => page(size, FIRST_BAR + size * MINUTE) },
    {
      ...common,
      what: 'GET /candles, 2000 in the middle',
      asks: (size) => page(size, FIRST_BAR + Math.ceil(size / 2 + 1_000) * MINUTE),
    },
  ];
}

async function grown(service: Server, growth: Growth): Promise<BenchRow> {
  const { what, of, sizes, asks, expected, isPerUnit = false } = growth;
  const times: number[][] = sizes.map(() => []);
  const requests: Ask[] = [];
  for (const [place, size] of sizes.entries()) requests.push(await asks(size, place));
  for (let round = -3; round < REQUESTS; round += 1) {
    for (const [place, size] of sizes.entries()) {
      // Statistics of large sessions take long, so fewer runs are enough.
      if (isPerUnit && size > 50_000 && round % 10 !== 0) continue;
      const ms = await answerMs(service, fresh(requests[place]!), expected);
      if (round >= 0) times[place]!.push(isPerUnit ? (ms * 1000) / size : ms);
    }
  }
  const medians = times.map(median);
  const [baseline, ours] = [medians[0]!, medians.at(-1)!];
  const all = sizes.map((size, place) => `${short(size)} ${medians[place]!.toPrecision(3)}`);
  return {
    workload: `${what}: ${short(sizes.at(-1)!)} ${of}, against ${short(sizes[0]!)}`,
    ours,
    baseline,
    unit: isPerUnit ? 'µs' : 'ms',
    ratio: ours / baseline,
    note: all.join(', '),
  };
}

let nextTrade = 10_000_000;

/** Returns the request; if its body is empty, fills the body with trades that are not stored yet. */
function fresh(request: Ask): Ask {
  if (request.body !== '') return request;
  nextTrade += BATCH;
  return { ...request, body: JSON.stringify({ trades: someTrades(BATCH, nextTrade) }) };
}

async function storeOtherBars(): Promise<void> {
  const most = BARS.at(-1)!;
  for (let stored = 0; stored < OTHER_BARS; stored += most)
    await storeBars(Math.min(most, OTHER_BARS - stored), `OTHER${stored}`);
  await select(databaseUrl(), 'VACUUM ANALYZE bars');
}

const KEYS = [
  'bench',
  'many@many:many',
  ...SESSIONS.map((size) => `grow${size}@grow${size}:grow${size}`),
].join(',');

const PROJECT = { name: 'Growth', symbol: 'BTCUSDT', timeframe: '1m' };

/** Stores many projects in a second workspace. */
async function storeProjects(service: Server): Promise<void> {
  const headers = { 'x-api-key': 'many' };
  const { body } = await askOnce(service.port, '/projects', JSON.stringify(PROJECT), headers);
  await copyRows('projects', 'id', JSON.parse(body.toString()).project.id, scaled(10_000));
}

/** Creates a workspace with this number of sessions in one project. All sessions but one are copies. */
async function workspaceWith(service: Server, size: number): Promise<Workspace> {
  const key = `grow${size}`;
  const headers = { 'x-api-key': key };
  const post = async (path: string, body: object) =>
    JSON.parse((await askOnce(service.port, path, JSON.stringify(body), headers)).body.toString());
  const { project } = await post('/projects', PROJECT);
  const { session } = await post('/sessions', { projectId: project.id, name: 'Run', initialBalance: 1000 });
  await copyRows('sessions', 'id', session.id, size - 1);
  await select(
    databaseUrl(),
    `UPDATE sessions SET created_at = created_at - (random() * 1e9)::bigint WHERE project_id = $1 AND id <> $2`,
    [project.id, session.id],
  );
  await select(
    databaseUrl(),
    `INSERT INTO session_assets SELECT (jsonb_populate_record(a, jsonb_build_object('session_id', s.id))).*
     FROM session_assets a, sessions s
     WHERE a.session_id = $1 AND s.project_id = $2 AND s.id <> $1`,
    [session.id, project.id],
  );
  return { key, project: project.id, session: session.id };
}

/** Copies a row under new ids. */
async function copyRows(table: string, idColumn: string, id: string, count: number): Promise<void> {
  await select(
    databaseUrl(),
    `INSERT INTO ${table}
     SELECT (jsonb_populate_record(t, jsonb_build_object('${idColumn}', gen_random_uuid()))).*
     FROM ${table} t, generate_series(1, $2::int) WHERE ${idColumn} = $1`,
    [id, count],
  );
}

/**
 * Tables that PostgreSQL may read whole. Each of these tables is small, because it has one row per user, key or market.
 */
const SMALL_TABLES = new Set(['workspaces', 'series', 'api_keys', 'candle_gaps', 'coverage', 'migrations']);

async function plansRow(session: string): Promise<BenchRow> {
  const size = BARS.at(-1)!;
  const sent = await statementsOfService(async (service) => {
    const fresh = await newSession(service);
    await ask(service, `/sessions/${session}/trades`, { trades: someTrades(BATCH, 20_000_000) });
    await ask(service, `/sessions/${session}/trades`, { trades: someTrades(BATCH, 20_000_000) });
    await ask(service, `/sessions/${fresh}/trades`, { trades: someTrades(BATCH) });
    for (const path of [
      '/projects',
      `/sessions/${session}`,
      `/sessions/${session}/stats`,
      `/candles?symbol=GROW${size}&interval=1m&count=100&before=${FIRST_BAR + 1000 * MINUTE}`,
      `/candles?symbol=GROW${size}&interval=1h&count=100&before=${FIRST_BAR + 10_000 * MINUTE}`,
    ])
      await ask(service, path);
    await ask(service, `/sessions/${fresh}/finish`, {});
  });
  const plans = await plansOf(sent, (text, values) => select(databaseUrl(), text, values));
  const wholeReads = plans.filter(({ scans }) => scans.some(isWholeRead));
  return {
    workload: 'statements of the hot paths that read a growing table whole',
    ours: wholeReads.length,
    baseline: plans.length,
    unit: 'statements',
    ratio: wholeReads.length / plans.length,
    goal: { of: 'ours', most: 0 },
    note: linesOf(plans).join('\n    '),
  };
}

/** Returns the statements that the service, started in this process, sends while it does some work. */
async function statementsOfService(work: (service: Listening) => Promise<unknown>) {
  const environment = readEnvironment({
    API_KEYS: KEY,
    DATABASE_URL: databaseUrl(),
    LOG_LEVEL: 'fatal',
    TRADE_MINIMUM: '0',
    VENUE_MODE: 'offline',
  });
  const { app } = await createApp(environment);
  await app.listen(0, '127.0.0.1');
  try {
    const port = Number(new URL(await app.getUrl()).port);
    return await statementsOf(() => work({ port }));
  } finally {
    await app.close();
  }
}

const isWholeRead = ({ type, on }: Scan): boolean => type === 'Seq Scan' && !SMALL_TABLES.has(on);

const linesOf = (plans: readonly StatementPlan[]): string[] => [
  ...new Set(
    plans.map(({ statement, scans }) => {
      const found = scans.map(({ type, on }) => `${type} ${on}`).join(', ');
      return `${statement}: ${found || 'no table'}`;
    }),
  ),
];
