import { setTimeout as delay } from 'node:timers/promises';
import { aPooler, canHavePgBouncer } from '../test/support/pgbouncer.js';
import { type BenchRow, median, percentile, scaled } from './measure.js';
import { storeBars } from './support/bars.js';
import { select } from './support/database.js';
import { type Listening, ask, askOnce } from './support/load.js';
import { type Kind, type KnownSession, MixedClient, Shared, kindsOf } from './support/mixed-client.js';
import { databaseUrl, startService, stopAll } from './support/processes.js';

const DURATION_MS = scaled(120) * 1000;
const CLIENTS = 12;
const INSTANCES = 2;
const BARS = scaled(100_000, 3_000);
const SAMPLE_EVERY_MS = 500;
const MB = 2 ** 20;

/**
 * The caches are so small that they are full before the first quarter ends. Memory that grows later is therefore not
 * due to the caches.
 */
const CACHES = { STATS_CACHE_MB: '8', CANDLE_CACHE_MB: '8' };

/** Length of a quarter of the run. The first quarter warms up; the last quarter is compared with the second. */
const QUARTER_MS = DURATION_MS / 4;

export interface Made {
  readonly kind: Kind;
  readonly atMs: number;
  readonly ms: number;
}

interface Sample {
  readonly atMs: number;
  readonly rss: number;
  readonly heap: number;
}

/**
 * Runs several instances on one server behind PgBouncer, with clients that use the everyday routes for two minutes.
 * Measures latency, and whether memory stays flat. Fails at the first unexpected response. At the end, fails if an
 * acknowledged trade is missing or stored twice, or if a summary differs from the statistics.
 */
export async function run(): Promise<BenchRow[]> {
  if (!process.env['DATABASE_URL'])
    throw new Error('several instances need a PostgreSQL server: set DATABASE_URL');
  if (!canHavePgBouncer('mixed load')) throw new Error('this benchmark needs PgBouncer');
  const pooler = await aPooler(databaseUrl(), 20);
  try {
    const instances = [];
    const settings = { ...CACHES, DATABASE_URL: pooler.url };
    for (let i = 0; i < INSTANCES; i += 1) instances.push(await startService(settings));
    const symbol = await storeBars(BARS);
    await select(databaseUrl(), 'VACUUM ANALYZE bars');
    const made: Made[] = [];
    const start = performance.now();
    const shared = new Shared(instances, symbol, BARS, (kind, ms) => {
      made.push({ kind, ms, atMs: performance.now() - start });
    });
    const samples = instances.map((): Sample[] => []);
    const sampling = sampleUntil(start, instances, samples);
    const clients = Array.from({ length: CLIENTS }, (_, i) => new MixedClient(i, shared));
    await Promise.all(clients.map((client) => client.run(start + DURATION_MS)));
    await sampling;
    const trades = await verify(shared.sessions, instances[0]!);
    return [
      rateRow(made, trades, shared.sessions.length),
      ...kindsOf('all').map((kind) => latencyRow(kind, made)),
      ...samples.flatMap((ofInstance, i) => memoryRows(i + 1, ofInstance)),
    ];
  } finally {
    await stopAll();
    await pooler.close();
  }
}

async function sampleUntil(
  start: number,
  instances: readonly Listening[],
  samples: Sample[][],
): Promise<void> {
  for (;;) {
    const atMs = performance.now() - start;
    if (atMs >= DURATION_MS) return;
    for (const [i, { port }] of instances.entries()) {
      const text = (await askOnce(port, '/metrics')).body.toString();
      const valueOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
      samples[i]?.push({
        atMs,
        rss: valueOf('process_resident_memory_bytes') / MB,
        heap: valueOf('nodejs_heap_size_used_bytes') / MB,
      });
    }
    await delay(SAMPLE_EVERY_MS);
  }
}

const inQuarter =
  (quarter: number) =>
  ({ atMs }: { readonly atMs: number }): boolean =>
    Math.floor(atMs / QUARTER_MS) === quarter - 1;

function rateRow(made: readonly Made[], trades: number, sessions: number): BenchRow {
  const rate = (quarter: 2 | 4) => made.filter(inQuarter(quarter)).length / (QUARTER_MS / 1000);
  const [ours, baseline] = [rate(4), rate(2)];
  return {
    workload: `mixed load, ${CLIENTS} clients, ${INSTANCES} instances behind PgBouncer`,
    ours,
    baseline,
    unit: 'requests/s',
    ratio: ours / baseline,
    note:
      `last quarter against the second; ${made.length} requests in ${DURATION_MS / 1000} s, none with another answer than ` +
      `expected; ${trades} trades in ${sessions} sessions, each stored once`,
  };
}

export function latencyRow(kind: Kind, made: readonly Made[]): BenchRow {
  const waits = made.filter((one) => one.kind === kind).map(({ ms }) => ms);
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(waits, percent)) as [
    number,
    number,
    number,
  ];
  return {
    workload: `${kind}, p95 against p50`,
    ours: p95,
    baseline: p50,
    unit: 'ms',
    ratio: p95 / p50,
    note: `${kind}: ${waits.length} requests, p99 ${p99.toPrecision(3)} ms`,
  };
}

function memoryRows(number: number, samples: readonly Sample[]): BenchRow[] {
  return (['rss', 'heap'] as const).map((what) => {
    const of = (quarter: 2 | 4) => median(samples.filter(inQuarter(quarter)).map((sample) => sample[what]));
    const [ours, baseline] = [of(4), of(2)];
    const quarters = [1, 2, 3, 4].map((quarter) =>
      samples.filter(inQuarter(quarter)).map((sample) => sample[what]),
    );
    const least = quarters.map((values) => Math.min(...values).toFixed(0)).join(', ');
    const most = quarters.map((values) => Math.max(...values).toFixed(0)).join(', ');
    return {
      workload: `${what === 'rss' ? 'resident memory' : 'heap'} of instance ${number}, median of the last quarter against the second`,
      ours,
      baseline,
      unit: 'MB',
      ratio: ours / baseline,
      note: `${what} of instance ${number} by quarters: at least ${least} MB, at most ${most} MB`,
    };
  });
}

/**
 * Checks the stored trades. The trades of a session are numbered from 0 in the order in which they were sent. If n
 * trades were acknowledged, exactly the trades 0 to n − 1 must be stored. The summary of a session must equal its
 * statistics.
 */
export async function verify(sessions: readonly KnownSession[], server: Listening): Promise<number> {
  const rows = await select<{ id: string; stored: number; known: number }>(
    databaseUrl(),
    `SELECT k.id, count(t.client_id)::int AS stored,
       count(DISTINCT n)::int AS known
     FROM unnest($1::uuid[], $2::int[]) AS k(id, acknowledged)
     LEFT JOIN trades t ON t.session_id = k.id
     LEFT JOIN LATERAL (
       SELECT substring(t.client_id FROM '[0-9]+$')::int AS n
     ) AS numbered ON n < k.acknowledged
     GROUP BY k.id`,
    [sessions.map(({ id }) => id), sessions.map(({ acknowledged }) => acknowledged)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  let total = 0;
  for (const { id, acknowledged } of sessions) {
    const found = stored.get(id);
    if (found?.stored !== acknowledged || found.known !== acknowledged)
      throw new Error(`session ${id}: ${acknowledged} trades acknowledged, ${found?.stored} stored`);
    await verifySummary(id, server);
    total += acknowledged;
  }
  return total;
}

async function verifySummary(id: string, server: Listening): Promise<void> {
  const { session } = await ask(server, `/sessions/${id}/record`);
  const { stats } = await ask(server, `/sessions/${id}/stats?breakEvenThreshold=0`);
  for (const name of ['tradeCount', 'winCount', 'lossCount', 'plGross', 'feesPaid', 'plNet'])
    if (session.summary[name] !== stats[name])
      throw new Error(`session ${id}: ${name} is ${session.summary[name]}, ${stats[name]} in its statistics`);
}
