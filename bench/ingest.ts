import { once } from 'node:events';
import type { InsertJob } from './baselines/insert.js';
import { type BenchRow, compared, scaled, short } from './measure.js';
import { answerMs, requestsPerSecond } from './support/load.js';
import { select } from './support/database.js';
import { type Server, databaseUrl, startBaseline, startService, stopAll } from './support/processes.js';
import { BATCH, FROM, newSession, sessionWith, someTrades } from './support/trades.js';

const RUNS = 7;
const LARGE = scaled(1_000_000, 1000);

/**
 * Measures POST /sessions/{id}/trades with full batches. Ingests into new sessions are compared with inserts of the
 * same rows into PostgreSQL, without the service. An ingest into a session that already has a million trades is
 * compared with an ingest into an empty session.
 */
export async function run(): Promise<BenchRow[]> {
  const service = await startService();
  const insert = await startBaseline('insert');
  try {
    return [
      await againstPostgres(service, insert, 1),
      await againstPostgres(service, insert, 4),
      await intoLargeSession(service),
      await intoShownTimes(service),
      await repeatedBatch(service),
    ];
  } finally {
    await stopAll();
  }
}

function againstPostgres(service: Server, insert: Server, clients: number): Promise<BenchRow> {
  const batches = scaled(40, 4);
  return compared({
    workload: `ingest, batches of ${BATCH}, ${clients} client${clients > 1 ? 's' : ''}`,
    unit: 'rows/s',
    runs: RUNS,
    warmUps: 2,
    ours: async () => ingest(service, await freshSessions(service, clients), batches),
    baseline: async () => insertAlone(insert, { sessions: await freshSessions(service, clients), batches }),
    goal: { of: 'ratio', least: clients > 1 ? 0.6 : 0.65 },
    note: `against the same rows by INSERT … SELECT unnest over ${clients} connection${clients > 1 ? 's' : ''}, parameters made beforehand`,
  });
}

async function intoLargeSession(service: Server): Promise<BenchRow> {
  const large = await sessionWith(service, LARGE);
  const batches = scaled(20, 4);
  let first = LARGE;
  return compared({
    workload: `ingest into a session with ${short(LARGE)} trades, 1 client`,
    unit: 'rows/s',
    runs: RUNS,
    warmUps: 1,
    ours: () => {
      first += batches * BATCH;
      return ingest(service, [large], batches, first);
    },
    baseline: async () => ingest(service, await freshSessions(service, 1), batches, first),
    goal: { of: 'ratio', least: 0.9 },
    note: 'against an empty session',
  });
}

/** Times that a session has shown before a step back, each a minute of two, so that half of the trades are second looks. */
const SHOW_TIMES = `
  UPDATE sessions SET shown_before = (
    SELECT range_agg(int8range($2::bigint + i * 120000, $2::bigint + i * 120000 + 60000)) FROM generate_series(0, 999) i)
  WHERE id = $1`;

function intoShownTimes(service: Server): Promise<BenchRow> {
  const batches = scaled(4, 2);
  const shown = async (id: string): Promise<string> => {
    await select(databaseUrl(), SHOW_TIMES, [id, FROM]);
    return id;
  };
  return compared({
    workload: 'ingest into a session with 1,000 times shown before, 1 client',
    unit: 'rows/s',
    runs: scaled(41, 3),
    warmUps: 5,
    ours: async () => ingest(service, [await shown(await newSession(service))], batches),
    baseline: async () => ingest(service, await freshSessions(service, 1), batches),
    goal: { of: 'ratio', least: 0.95 },
    note: 'against a session without such times',
  });
}

/** Compares a batch that is sent again with a new batch in the same session. */
async function repeatedBatch(service: Server): Promise<BenchRow> {
  const path = `/sessions/${await newSession(service)}/trades`;
  let first = 0;
  const batch = () => ({ path, body: JSON.stringify({ trades: someTrades(BATCH, first) }) });
  await answerMs(service, batch());
  return compared({
    workload: `ingest, a repeated batch of ${BATCH}`,
    unit: 'ms',
    runs: scaled(41, 5),
    warmUps: 10,
    ours: () => answerMs(service, batch()),
    baseline: () => {
      first += BATCH;
      return answerMs(service, batch());
    },
    goal: { of: 'ratio', most: 0.8 },
    note: 'against a new batch',
  });
}

/** Returns the rows per second if one client per session sends this number of batches. */
async function ingest(
  service: Server,
  sessions: readonly string[],
  batches: number,
  first = 0,
): Promise<number> {
  const bodies = Array.from({ length: batches }, (_, batch) =>
    JSON.stringify({ trades: someTrades(BATCH, first + batch * BATCH) }),
  );
  const start = performance.now();
  await Promise.all(
    sessions.map((id) =>
      requestsPerSecond(
        service,
        1,
        bodies.map((body) => ({ path: `/sessions/${id}/trades`, body })),
      ),
    ),
  );
  return (sessions.length * batches * BATCH) / ((performance.now() - start) / 1000);
}

async function insertAlone({ process }: Server, job: InsertJob): Promise<number> {
  process.send(job);
  const [rowsPerSecond] = (await once(process, 'message')) as [number];
  return rowsPerSecond;
}

const freshSessions = (service: Server, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => newSession(service)));
