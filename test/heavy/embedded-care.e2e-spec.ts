import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { CARE_STEPS, type CareStep } from '../../src/platform/database/care-steps.js';
import { TableCare, type CareOptions } from '../../src/platform/database/table-care.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { copyRows } from '../support/copy-rows.js';
import { aSession, aTrade, ingest } from '../support/factories.js';
import { type OwnEmbedded, anEmbeddedDatabase } from '../support/own-database.js';
import { until } from '../support/until.js';

const ROUNDS = 6;
const TRADES = 60_000;
const LOG_MB = 64;

let database: OwnEmbedded;
let t: TestApp;
let db: DataSource;
let sessionId: string;
beforeEach(async () => {
  database = await anEmbeddedDatabase();
  t = await startTestApp({}, database.address);
  db = t.app.get(DataSource);
  const session = await aSession(t.call);
  sessionId = session.id;
  await ingest(t.call, session, [aTrade({ clientId: 'first' })]);
});
afterEach(async () => {
  await t.close();
  await database.remove();
});

const addTrades = () =>
  copyRows(db, 'trades', `generate_series(1, ${TRADES}) i WHERE s.client_id = 'first'`, {
    id: 'gen_random_uuid()',
    client_id: `'copy-' || i`,
    exit_time: 's.exit_time + i',
  });

const removeTrades = () => db.query(`DELETE FROM trades WHERE client_id <> 'first'`);

/** Looks after the database while `work` runs, as the service does, but more often. */
async function caring(options: CareOptions, work: (steps: Record<CareStep, number>) => Promise<void>) {
  const { address, directory } = database;
  const ended = new Promise<void>(() => undefined);
  const care = new TableCare(
    { dataSource: db, address, directory, ended, close: () => Promise.resolve() },
    { lookEveryMs: 20, quietMs: 0, ...options },
  );
  const steps = Object.fromEntries(CARE_STEPS.map((step) => [step, 0])) as Record<CareStep, number>;
  care.onStep = (step) => {
    steps[step] += 1;
  };
  care.onApplicationBootstrap();
  try {
    await work(steps);
  } finally {
    await care.beforeApplicationShutdown();
  }
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sizeOf(path);
    // A file may be removed between the two calls.
    return entry.isFile()
      ? stat(path).then(
          ({ size }) => size,
          () => 0,
        )
      : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

it('a database into which trades are imported and deleted again does not grow', async () => {
  const sizes: number[] = [];
  await caring({}, async (steps) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await addTrades();
      await removeTrades();
      const { vacuum } = steps;
      await until(() => steps.vacuum > vacuum);
      sizes.push(await sizeOf(database.directory));
    }
    await until(() => steps.analyze > 0 && steps.checkpoint > 0);
  });
  expect(sizes.at(-1)! / sizes[1]!).toBeLessThanOrEqual(1.5);
  await until(
    async () => (await sizeOf(join(database.directory, 'postgres', 'pg_wal'))) <= (LOG_MB + 32) * 2 ** 20,
  );
});

it('tables are frozen when the database is old', async () => {
  const age = async () => {
    const [row] = await db.query<[{ age: number }]>(
      'SELECT age(datfrozenxid)::float8 AS age FROM pg_database WHERE datname = current_database()',
    );
    return row.age;
  };
  for (let i = 0; i < 400; i += 1) await db.query('SELECT pg_current_xact_id()');
  const freezeAge = 300;
  expect(await age()).toBeGreaterThan(freezeAge);
  await caring({ freezeAge }, async (steps) => {
    await until(async () => (await age()) < freezeAge);
    expect(steps.freeze).toBeGreaterThan(0);
  });
});

it('a database that is killed in the middle of VACUUM, ANALYZE or a checkpoint has lost nothing', async () => {
  for (const [i, statement] of ['VACUUM trades', 'ANALYZE trades', 'CHECKPOINT', 'VACUUM trades'].entries()) {
    await addTrades();
    await db.query(`DELETE FROM trades WHERE client_id LIKE 'copy-%0'`);
    const interrupted = db.query(statement).catch(() => undefined);
    // Reads of the disk let some time pass.
    for (let read = 0; read < 5 * i; read += 1) await sizeOf(database.directory);
    await database.kill();
    await interrupted;
    await t.close();
    await database.restart();
    t = await startTestApp({}, database.address);
    db = t.app.get(DataSource);
    const [counted] = await db.query<[object]>(
      `SELECT count(*)::int AS trades, count(DISTINCT client_id)::int AS ids FROM trades WHERE session_id = $1`,
      [sessionId],
    );
    const left = 1 + (TRADES * 9) / 10;
    expect([statement, counted]).toEqual([statement, { trades: left, ids: left }]);
    await removeTrades();
  }
});
