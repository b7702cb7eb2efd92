import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRow, compared, percentile, scaled, short } from './measure.js';
import { type Ask, answerMs } from './support/load.js';
import { type Server, startService, stopAll } from './support/processes.js';
import { sessionWith } from './support/trades.js';

const POLL_EVERY_MS = 5;

/** How long others wait while one client asks for large statistics again and again: the p95 of GET /health/live. */
export async function run(): Promise<BenchRow[]> {
  const service = await startService({ STATS_CACHE_MB: '0' });
  try {
    const count = scaled(100_000, 1_000);
    const stats = { path: `/sessions/${await sessionWith(service, count)}/stats` };
    return [
      await compared({
        workload: `GET /health/live, p95 beside cold stats of ${short(count)} trades`,
        unit: 'ms',
        runs: 7,
        warmUps: 1,
        ours: () => besides(service, stats),
        baseline: () => healthP95(service),
        goal: { of: 'ours', most: 15 },
        note: 'against the p95 of the idle service',
      }),
    ];
  } finally {
    await stopAll();
  }
}

async function besides(service: Server, load: Ask): Promise<number> {
  const end = new AbortController();
  const loop = async () => {
    while (!end.signal.aborted) await answerMs(service, load);
  };
  const [p95] = await Promise.all([healthP95(service).finally(() => end.abort()), loop()]);
  return p95;
}

async function healthP95(service: Server): Promise<number> {
  const waits: number[] = [];
  for (let asked = 0; asked < scaled(300, 50); asked += 1) {
    waits.push(await answerMs(service, { path: '/health/live' }));
    await delay(POLL_EVERY_MS);
  }
  return percentile(waits, 95);
}
