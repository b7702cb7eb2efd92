import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, percentile, scaled, short } from './measure.js';
import { KEY, askOnce } from './support/load.js';
import { type Server, startService, stopAll } from './support/processes.js';
import { newSession, sessionWith, someTrades } from './support/trades.js';

/** Number of trades of the large session. The embedded database cannot copy a larger session. */
const TRADES = Number(
  process.env['BENCH_TRADES'] || scaled(process.env['DATABASE_URL'] ? 1_000_000 : 50_000, 1_000),
);
/** Number of trades in each imported file. */
const FILE_TRADES = scaled(20_000, 500);

const ROUNDS = scaled(60, 5);
const PAUSE_MS = 20;
/** Time between the start of an attack and the first measurement, ms. */
const LEAD_MS = 2_000;

const EDITS = 60;
const IMPORTERS = 7;

/** Key of the attacked workspace. */
const OTHER_KEY = 'bench-other';

/** A request of one of the two workspaces. */
interface Sent {
  readonly path: string;
  readonly key?: string;
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
}

/** Requests that many clients of one workspace send without pause until the signal aborts. */
interface Attack {
  readonly what: string;
  /** Returns the next requests of each client. A client sends all its requests at once. */
  readonly clients: readonly ((service: Server) => Promise<readonly Sent[]> | readonly Sent[])[];
}

/** Times in ms, and the number of refused requests. */
interface Measured {
  readonly times: number[];
  refused: number;
}

/**
 * Measures health checks and small requests of one workspace, one after the other, while clients of another workspace
 * attack. `ours` is measured during the attack, and `baseline` just before the attack, on the idle service.
 */
export async function run(): Promise<BenchRow[]> {
  const service = await startService({ API_KEYS: `${KEY},other@other:${OTHER_KEY}` });
  try {
    const probes = await probesOf(service);
    const attacks = await attacksOf(service);
    const rows: BenchRow[] = [];
    for (const attack of attacks) rows.push(...(await beside(service, attack, probes)));
    return rows;
  } finally {
    await stopAll();
  }
}

/** The requests of the attacked workspace by name. Each function returns the next request. */
type Probes = Readonly<Record<string, () => Sent>>;

async function probesOf(service: Server): Promise<Probes> {
  const id = await theirSession(service);
  let asked = 0;
  const next = () => (asked += 1);
  return {
    'GET /health/live': () => ({ path: '/health/live' }),
    'GET /health/ready': () => ({ path: '/health/ready' }),
    'GET /sessions/{id}': () => ({ path: `/sessions/${id}`, key: OTHER_KEY }),
    'GET trades': () => ({ path: `/sessions/${id}/trades`, key: OTHER_KEY }),
    'POST one trade': () => ({
      path: `/sessions/${id}/trades`,
      key: OTHER_KEY,
      body: JSON.stringify({ trades: someTrades(1, 1_000 + next()) }),
    }),
    'GET risk, computed': () => ({
      path: `/sessions/${id}/analysis/risk?breakEvenThreshold=${next()}`,
      key: OTHER_KEY,
    }),
    'POST import of one trade': () => ({
      path: `/sessions/${id}/trades/import`,
      key: OTHER_KEY,
      type: 'text/csv',
      body: `clientId,side,qty,entryTime,entryPrice,exitTime,exitPrice\nfile-${next()},long,1,2024-01-10T00:00:00Z,1,2024-01-10T01:00:00Z,2\n`,
    }),
  };
}

async function theirSession(service: Server): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await sent(service, { path, key: OTHER_KEY, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString());
  };
  const { project } = await post('/projects', { name: 'Other', symbol: 'BTCUSDT', timeframe: '15m' });
  const { session } = await post('/sessions', {
    projectId: project.id,
    name: 'Other',
    initialBalance: 10_000,
  });
  await post(`/sessions/${session.id}/trades`, { trades: someTrades(20) });
  return session.id;
}

async function attacksOf(service: Server): Promise<Attack[]> {
  const id = await sessionWith(service, TRADES);
  const small = await sessionWith(service, FILE_TRADES);
  const file = (await askOnce(service.port, `/sessions/${small}/trades/export`)).body.toString();
  const size = `${short(TRADES)} trades`;
  let asked = 0;
  /** Returns a client that appends a new value to the path of each request, such as `stats?breakEvenThreshold=`. */
  const analysis = (path: string) => () => [
    { path: `/sessions/${id}/${path}${path.endsWith('=') ? (asked += 1) : ''}` },
  ];
  const edit = () => ({
    path: `/sessions/${id}`,
    method: 'PATCH',
    body: JSON.stringify({ name: `name ${(asked += 1)}` }),
  });
  return [
    {
      what: `a copy of ${size} and ${EDITS} edits of its session`,
      clients: [
        () => [{ path: `/sessions/${id}/copy`, body: '{}' }],
        ...Array.from({ length: EDITS }, () => () => [edit()]),
      ],
    },
    {
      what: `three clients with ever new analyses of ${size}`,
      clients: [
        'analysis/confidence?seed=',
        'analysis/monte-carlo?seed=',
        'analysis/calendar?breakEvenThreshold=',
      ].map(analysis),
    },
    {
      what: `excursions, hindsight, statistics and reports of ${size}`,
      clients: [
        'analysis/excursions?count=1',
        'analysis/hindsight?breakEvenThreshold=',
        'stats?breakEvenThreshold=',
        'report?breakEvenThreshold=',
      ].map(analysis),
    },
    {
      what: `${IMPORTERS} clients with imports of ${short(FILE_TRADES)} trades`,
      clients: Array.from({ length: IMPORTERS }, () => async (server: Server) => [
        { path: `/sessions/${await newSession(server)}/trades/import`, type: 'text/csv', body: file },
      ]),
    },
    {
      what: `${IMPORTERS} clients with files of empty lines`,
      clients: Array.from({ length: IMPORTERS }, () => () => [
        {
          path: `/sessions/${small}/trades/import`,
          type: 'text/csv',
          body: '\n'.repeat(scaled(20_000_000, 1_000)),
        },
      ]),
    },
  ];
}

async function beside(service: Server, { what, clients }: Attack, probes: Probes): Promise<BenchRow[]> {
  const idle = await measured(service, probes);
  const end = new AbortController();
  const answers = new Map<number, number>();
  const attacking = clients.map(async (next) => {
    while (!end.signal.aborted) {
      for (const { status } of await Promise.all((await next(service)).map((ask) => sent(service, ask))))
        answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  await delay(LEAD_MS);
  const busy = await measured(service, probes).finally(() => end.abort());
  await Promise.all(attacking);
  const outcome = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  return Object.keys(probes).flatMap((name) => rowsOf(name, what, outcome, busy[name]!, idle[name]!));
}

function rowsOf(name: string, what: string, outcome: string, busy: Measured, idle: Measured): BenchRow[] {
  const refused = `${busy.refused} of ${busy.times.length} refused`;
  return [50, 95].map((percent) => {
    const [ours, baseline] = [percentile(busy.times, percent), percentile(idle.times, percent)];
    return {
      workload: `${name}, p${percent} (${refused}) beside ${what}`,
      ours,
      baseline,
      unit: 'ms',
      ratio: ours / baseline,
      note: `another workspace's, against the same of the idle service; the attacker's answers: ${outcome}`,
    };
  });
}

/** Sends each probe `ROUNDS` times, one request after another. Refused requests are timed as well. */
async function measured(service: Server, probes: Probes): Promise<Record<string, Measured>> {
  const all = Object.entries(probes);
  const made = Object.fromEntries(all.map(([name]): [string, Measured] => [name, { times: [], refused: 0 }]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, next] of all) {
      const start = performance.now();
      const { status } = await sent(service, next());
      made[name]!.times.push(performance.now() - start);
      if (status >= 500 || status === 429) made[name]!.refused += 1;
      else if (status >= 300) throw new Error(`${name}: ${status}`);
      await delay(PAUSE_MS);
    }
  return made;
}

const sent = ({ port }: Server, { path, key = KEY, method, body, type = 'application/json' }: Sent) =>
  askOnce(
    port,
    path,
    body,
    { 'x-api-key': key, ...(body !== undefined && { 'content-type': type }) },
    method,
  );
