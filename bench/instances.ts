import { findNginx, startGateway } from '../test/support/nginx.js';
import { type BenchRow, median, scaled } from './measure.js';
import { type Listening, requestsPerSecond, times } from './support/load.js';
import { startService, stopAll } from './support/processes.js';
import { newSession } from './support/trades.js';

const COUNTS = [1, 2, 4];
const CLIENTS = 32;
const RUNS = 9;
const WARM_UPS = 2;

/**
 * Measures the same read through nginx with one, two and four instances on one database. The instances share this
 * machine with the database, nginx and the clients, so the result shows what more instances gain on such a shared
 * machine.
 */
export async function run(): Promise<BenchRow[]> {
  const nginx = findNginx('instances behind nginx');
  if (!nginx) throw new Error('this benchmark needs nginx');
  const gateways: { close(): Promise<void> }[] = [];
  try {
    const instances: Listening[] = [];
    for (let i = 0; i < Math.max(...COUNTS); i += 1)
      instances.push(await startService({ TRUST_PROXY: '1', DATABASE_POOL: '5' }));
    const path = `/sessions/${await newSession(instances[0]!)}`;
    const ways: { readonly what: string; readonly at: Listening }[] = [
      { what: 'one instance, without nginx', at: instances[0]! },
    ];
    for (const count of COUNTS) {
      const gateway = await startGateway(
        nginx,
        instances.slice(0, count).map(({ port }) => `127.0.0.1:${port}`),
      );
      gateways.push(gateway);
      ways.push({ what: `behind nginx: ${count}`, at: { port: Number(new URL(gateway.url).port) } });
    }
    const asks = times(scaled(3_000, 100), { path });
    const rates: number[][] = ways.map(() => []);
    for (let run = -WARM_UPS; run < RUNS; run += 1) {
      for (const [place, { at }] of ways.entries()) {
        const rate = await requestsPerSecond(at, CLIENTS, asks);
        if (run >= 0) rates[place]!.push(rate);
      }
    }
    const medians = rates.map(median);
    const baseline = medians[1]!;
    return ways.map(({ what }, place) => ({
      workload: `GET /sessions/{id}, ${CLIENTS} clients, ${what}`,
      ours: medians[place]!,
      baseline,
      unit: 'requests/s',
      ratio: medians[place]! / baseline,
      note: 'against one instance behind nginx; instances, nginx, PostgreSQL and clients share the processors',
    }));
  } finally {
    for (const gateway of gateways) await gateway.close();
    await stopAll();
  }
}
