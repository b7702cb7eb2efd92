import { type BenchRow, median, scaled, short } from './measure.js';
import { answerMs, askOnce } from './support/load.js';
import { type Server, startService, stop, stopAll } from './support/processes.js';
import { ingested } from './support/trades.js';

const TRADES = scaled(10_000, 100);
const RUNS = 5;
const MB = 1_000_000;

/** The report of a session as one file: its time, the first one of a process and later ones, and its size. */
export async function run(): Promise<BenchRow[]> {
  try {
    const sessions: string[] = [];
    const first = await startService();
    for (let run = 0; run <= RUNS; run += 1) sessions.push(await ingested(first, `Report ${run}`, TRADES));
    await stop(first.process);
    const cold: Times[] = [];
    for (const id of sessions.slice(1)) {
      const service = await startService();
      cold.push(await timesOf(service, id));
      await stop(service.process);
    }
    const service = await startService();
    const [before, ...others] = sessions as [string, ...string[]];
    await timesOf(service, before);
    const warm: Times[] = [];
    for (const id of others) warm.push(await timesOf(service, id));
    const what = `GET report, ${short(TRADES)} trades`;
    return [
      timeRow(`${what}, first of a process`, cold),
      timeRow(`${what}, others`, warm),
      await sizeRow(service, before, what),
    ];
  } finally {
    await stopAll();
  }
}

interface Times {
  readonly report: number;
  readonly stats: number;
}

async function timesOf(service: Server, id: string): Promise<Times> {
  return {
    report: await answerMs(service, { path: `/sessions/${id}/report` }),
    // Another threshold than that of the report, so that nothing is cached.
    stats: await answerMs(service, { path: `/sessions/${id}/stats?breakEvenThreshold=0.5` }),
  };
}

function timeRow(workload: string, times: readonly Times[]): BenchRow {
  const ours = median(times.map(({ report }) => report));
  const baseline = median(times.map(({ stats }) => stats));
  return {
    workload,
    ours,
    baseline,
    unit: 'ms',
    ratio: ours / baseline,
    goal: { of: 'ours', most: 1_000 },
    note: 'against the statistics of the same session, computed after it',
  };
}

async function sizeRow(service: Server, id: string, what: string): Promise<BenchRow> {
  const [report, stats] = [
    await askOnce(service.port, `/sessions/${id}/report`),
    await askOnce(service.port, `/sessions/${id}/stats`),
  ].map(({ body }) => body.length / MB) as [number, number];
  return {
    workload: `${what}, size`,
    ours: report,
    baseline: stats,
    unit: 'MB',
    ratio: report / stats,
    goal: { of: 'ours', most: 3 },
    note: 'against the statistics as JSON',
  };
}
