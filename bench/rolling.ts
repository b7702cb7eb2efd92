import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Gateway, findNginx, startGateway } from '../test/support/nginx.js';
import { aPooler, canHavePgBouncer } from '../test/support/pgbouncer.js';
import { type BenchRow, scaled } from './measure.js';
import { type Made, latencyRow, verify } from './mixed.js';
import { storeBars } from './support/bars.js';
import { MixedClient, Shared, kindsOf } from './support/mixed-client.js';
import { type Server, databaseUrl, startService, stop, stopAll } from './support/processes.js';

const DURATION_MS = scaled(120) * 1000;
const CLIENTS = 8;
const INSTANCES = 2;
const BARS = scaled(100_000, 3_000);

/** Pause between two restarts, ms. The pause begins when the previous instance is ready again. */
const PAUSE_MS = scaled(8) * 1000;

/** Time that old nginx workers are given to finish their responses, ms. */
const WITHDRAWN_MS = 1_000;

/**
 * Directory of a built older version. The instances start with that version, and the first new instance migrates under
 * load.
 */
const OLD_VERSION = process.env['BENCH_OLD_VERSION'];

/**
 * Runs two instances behind the nginx of deploy/ and PgBouncer, under load for two minutes. Restarts the instances one
 * after the other during this time. Fails at the first unexpected response. At the end, fails if an acknowledged trade
 * is missing or stored twice.
 */
export async function run(): Promise<BenchRow[]> {
  const nginx = findNginx('a rolling restart');
  if (!nginx || !canHavePgBouncer('a rolling restart'))
    throw new Error('this benchmark needs nginx and PgBouncer');
  const pooler = await aPooler(databaseUrl(), 20);
  const settings = { DATABASE_URL: pooler.url, TRUST_PROXY: '1' };
  const instances: Server[] = [];
  for (let i = 0; i < INSTANCES; i += 1) instances.push(await startService(settings, OLD_VERSION));
  const gateway = await startGateway(
    nginx,
    instances.map(({ port }) => `127.0.0.1:${port}`),
  );
  try {
    const symbol = await storeBars(BARS);
    const made: Made[] = [];
    const start = performance.now();
    const note = (kind: Made['kind'], ms: number) => made.push({ kind, ms, atMs: performance.now() - start });
    const routes = OLD_VERSION === undefined ? 'all' : 'contract';
    const server = { port: Number(new URL(gateway.url).port) };
    const shared = new Shared([server], symbol, BARS, note, routes);
    const clients = Array.from({ length: CLIENTS }, (_, i) =>
      new MixedClient(i, shared).run(start + DURATION_MS),
    );
    const [restarts] = await Promise.all([
      restarted(instances, settings, reloading(nginx, gateway), start),
      ...clients,
    ]);
    const trades = await verify(shared.sessions, server);
    const seconds = DURATION_MS / 1000;
    return [
      {
        workload: `rolling restart, ${CLIENTS} clients, ${INSTANCES} instances behind nginx and PgBouncer`,
        ours: made.length / seconds,
        baseline: restarts,
        unit: 'requests/s',
        ratio: made.length / seconds / restarts,
        note: `beside the number of restarts; ${made.length} requests, none with another answer than expected; ${trades} trades, each stored once`,
      },
      ...kindsOf(routes).map((kind) => latencyRow(kind, made)),
    ];
  } finally {
    await gateway.close();
    await stopAll();
    await pooler.close();
  }
}

/**
 * Restarts one instance after the other until the load ends. Each instance is first removed from the gateway, as
 * described in docs/operations.md.
 */
async function restarted(
  instances: Server[],
  settings: Readonly<Record<string, string>>,
  reload: (without: number | null) => Promise<void>,
  start: number,
): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    await delay(PAUSE_MS);
    if (performance.now() - start > DURATION_MS - 2 * PAUSE_MS) return restarts;
    const place = restarts % instances.length;
    const { port, process: old } = instances[place]!;
    await reload(port);
    await stop(old);
    instances[place] = await startService({ ...settings, PORT: String(port) });
    await reload(null);
  }
}

/** Reloads nginx with a configuration that marks the instance on one port as down. */
const reloading =
  (nginx: string, { configuration }: Gateway) =>
  async (without: number | null): Promise<void> => {
    const text = (await readFile(configuration, 'utf8')).replaceAll(' down;', ';');
    const server = new RegExp(`(server 127\\.0\\.0\\.1:${without} [^;]*);`);
    await writeFile(configuration, text.replace(server, '$1 down;'));
    execFileSync(nginx, ['-c', configuration, '-s', 'reload'], { stdio: 'ignore' });
    await delay(WITHDRAWN_MS);
  };
