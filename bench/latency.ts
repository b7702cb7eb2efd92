import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, compared, median, percentile, scaled, short } from './measure.js';
import { type Ask, answerMs, askOnce } from './support/load.js';
import { type Server, startService, stopAll } from './support/processes.js';
import { newSession, sessionWith } from './support/trades.js';

const POLL_EVERY_MS = 5;

/** Number of clients that request large statistics while small requests are measured. */
const HEAVY_CLIENTS = 10;
const RUNS = 7;

/** Measures the latency of small requests while other clients send large requests continuously. */
export async function run(): Promise<BenchRow[]> {
  const service = await startService({ STATS_CACHE_MB: '0' });
  try {
    const count = scaled(100_000, 1_000);
    const id = await sessionWith(service, count);
    const stats = { path: `/sessions/${id}/stats` };
    const file = (await askOnce(service.port, `/sessions/${id}/trades/export`)).body.toString();
    const analyses = ANALYSES.map((path) => () => ({ path: `/sessions/${id}${path}` }));
    const anImport = async () => ({
      path: `/sessions/${await newSession(service)}/trades/import`,
      body: file,
      headers: { 'content-type': 'text/csv' },
    });
    const trades = `${short(count)} trades`;
    return [
      await healthBeside(service, `cold stats of ${trades}`, [() => stats]),
      await healthBeside(service, `analyses of ${trades}`, analyses),
      await healthBeside(service, `an import of ${trades}`, [anImport]),
      await healthBeside(service, `an export of ${trades}`, [
        () => ({ path: `/sessions/${id}/trades/export` }),
      ]),
      ...(await lightBesideHeavy(service, id, count)),
    ];
  } finally {
    await stopAll();
  }
}

/** The analyses that clients request while health checks are measured. Each analysis is requested by one client. */
const ANALYSES = [
  '/analysis/risk',
  '/analysis/breakdown?by=tag',
  '/analysis/calendar',
  '/analysis/confidence',
  '/analysis/monte-carlo',
];

/** Returns the next large request. */
type Load = () => Ask | Promise<Ask>;

const HEALTH: Ask = { path: '/health/live' };

const p95 = (values: readonly number[]): number => percentile(values, 95);

const healthBeside = (service: Server, what: string, load: readonly Load[]): Promise<BenchRow> =>
  compared({
    workload: `GET /health/live, p95 beside ${what}`,
    unit: 'ms',
    runs: RUNS,
    warmUps: 1,
    ours: async () => p95(await besides(service, load, HEALTH)),
    baseline: async () => p95(await waits(service, HEALTH)),
    goal: { of: 'ours', most: 15 },
    note: 'against the p95 of the idle service',
  });

/** Measures a read of one row while many clients request statistics, each with a different threshold. */
async function lightBesideHeavy(service: Server, id: string, count: number): Promise<BenchRow[]> {
  const light = { path: `/sessions/${id}` };
  let asked = 0;
  const heavy = Array.from({ length: HEAVY_CLIENTS }, () => (): Ask => {
    asked += 1;
    // Concurrent equal requests would share one computation, so each request has a different threshold.
    return { path: `/sessions/${id}/stats?breakEvenThreshold=${asked}` };
  });
  const measured: { idle: number[]; beside: number[] }[] = [];
  for (let run = -1; run < RUNS; run += 1) {
    const beside = await besides(service, heavy, light);
    const idle = await waits(service, light);
    if (run >= 0) measured.push({ idle, beside });
  }
  return [50, 95].map((percent) => {
    const of = (side: 'idle' | 'beside') => median(measured.map((run) => percentile(run[side], percent)));
    const [ours, baseline] = [of('beside'), of('idle')];
    return {
      workload: `GET /sessions/{id}, p${percent} beside ${HEAVY_CLIENTS} clients with cold stats of ${short(count)} trades`,
      ours,
      baseline,
      unit: 'ms',
      ratio: ours / baseline,
      note: 'against the same of the idle service',
    };
  });
}

/** Returns the times of small requests while clients send large requests. */
async function besides(service: Server, load: readonly Load[], light: Ask): Promise<number[]> {
  const end = new AbortController();
  const loops = load.map(async (next) => {
    while (!end.signal.aborted) await answerMs(service, await next());
  });
  const [measured] = await Promise.all([waits(service, light).finally(() => end.abort()), ...loops]);
  return measured;
}

async function waits(service: Server, light: Ask): Promise<number[]> {
  const times: number[] = [];
  for (let asked = 0; asked < scaled(300, 50); asked += 1) {
    times.push(await answerMs(service, light));
    await delay(POLL_EVERY_MS);
  }
  return times;
}
