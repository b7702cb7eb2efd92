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

/** Between two restarts, once the one before is ready again. */
const PAUSE_MS = scaled(8) * 1000;

/** Until old workers of nginx have sent what they had begun. */
const WITHDRAWN_MS = 1_000;

/** A checkout of an older version, built: the instances begin with it, and the first new one migrates under load. */
const OLD_VERSION = process.env['BENCH_OLD_VERSION'];

/**
 * Two instances behind the nginx of deploy/ and PgBouncer, under load for two minutes, while one after the other is stopped and
 * started again. Fails at the first unexpected answer, and if an acknowledged trade is missing or stored twice at the end.
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
 * Stops and starts one instance after the other until the load ends. Each is taken out of the gateway before, as
 * docs/operations.md says.
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

/** Makes nginx read its configuration again, with the instance of one port marked as down. */
const reloading =
  (nginx: string, { configuration }: Gateway) =>
  async (without: number | null): Promise<void> => {
    const text = (await readFile(configuration, 'utf8')).replaceAll(' down;', ';');
    const server = new RegExp(`(server 127\\.0\\.0\\.1:${without} [^;]*);`);
    await writeFile(configuration, text.replace(server, '$1 down;'));
    execFileSync(nginx, ['-c', configuration, '-s', 'reload'], { stdio: 'ignore' });
    await delay(WITHDRAWN_MS);
  };
