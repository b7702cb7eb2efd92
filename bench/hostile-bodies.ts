import { BODIES, type Case } from '../test/support/hostile-bodies.js';
import { FILES } from '../test/support/hostile-files.js';
import { type LoopTimes, MEASURED, loopTimes, outcomeOf, senderTo } from '../test/support/hostile-service.js';
import { type Calls, callsOf } from '../test/support/service-process.js';
import { type BenchRow, median } from './measure.js';
import { startService, stopAll } from './support/processes.js';

const RUNS = 5;
const WARM_UPS = 3;

/** Measures how long the most expensive body of each route blocks the event loop. */
export async function run(): Promise<BenchRow[]> {
  try {
    const { port } = await startService(MEASURED);
    const service = callsOf(`http://127.0.0.1:${port}`);
    const send = await senderTo(service);
    const worst = new Map<string, BenchRow>();
    for (const [what, route, body, outcome] of [...BODIES, ...FILES]) {
      const sent = body();
      const row = await turnRow([what, route, body, outcome], service, async () => {
        const found = await outcomeOf(await send(route, sent), outcome);
        if (found !== outcome) throw new Error(`${route}, ${what}: ${found} instead of ${outcome}`);
      });
      if (row.ours > (worst.get(route)?.ours ?? 0)) worst.set(route, row);
    }
    return [...worst.values()];
  } finally {
    await stopAll();
  }
}

async function turnRow([what, route]: Case, service: Calls, work: () => Promise<void>): Promise<BenchRow> {
  const measured: LoopTimes[] = [];
  for (let run = -WARM_UPS; run < RUNS; run += 1) {
    await loopTimes(service);
    await work();
    const times = await loopTimes(service);
    if (run >= 0) measured.push(times);
  }
  const [ours, baseline] = [
    median(measured.map(({ turnMs }) => turnMs)),
    median(measured.map(({ passMs }) => passMs)),
  ];
  return {
    workload: `longest turn, ${route}: ${what}`,
    ours,
    baseline,
    unit: 'ms',
    ratio: ours / baseline,
    goal: { of: 'ours', most: 100 },
    note: 'CPU time of one turn of the event loop, against a pass over 4 MB in the same process',
  };
}
