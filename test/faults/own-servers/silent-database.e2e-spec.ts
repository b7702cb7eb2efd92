import pg from 'pg';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { isDatabaseUnavailable } from '../../../src/platform/database/database-unavailable.js';
import { Cluster, aCluster, canHaveCluster } from '../../support/postgres-cluster.js';

/**
 * Timeout of the test, while the service itself waits 10 s. Even on a busy machine, other statements take less time
 * than this timeout.
 */
const SILENCE_MS = 2_000;

if (!canHaveCluster)
  process.stderr.write(
    'Not checked: a PostgreSQL server that falls silent (needs its programs, see PG_BIN).\n',
  );

const suite = canHaveCluster ? describe : describe.skip;

suite('the timeout for a PostgreSQL server that sends nothing while a statement runs', () => {
  let cluster: Cluster;
  let dataSource: DataSource;

  beforeAll(async () => {
    cluster = await aCluster();
    dataSource = createDataSource({ url: cluster.url }, { poolSize: 1, silenceMs: SILENCE_MS });
    await dataSource.initialize();
    await dataSource.query('CREATE TABLE t (id int)');
  });

  afterAll(async () => {
    await dataSource.destroy();
    cluster.remove();
  });

  async function expectUnavailable(statement: string): Promise<void> {
    const failure: unknown = await dataSource.query(statement).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
  }

  async function backend(): Promise<number> {
    const [row] = await dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    return row.pid;
  }

  it('aborts each of several consecutive lock waits, and keeps the connection open', async () => {
    const before = await backend();
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE t');
    for (let round = 1; round <= 3; round += 1) await expectUnavailable('SELECT FROM t');
    await holder.query('COMMIT');
    await dataSource.query('SELECT FROM t');
    expect(await backend()).toBe(before);
    await holder.end();
  });

  it('ends a transaction that waits too long for a lock, and resets the timeout of the connection', async () => {
    const limits = { poolSize: 1, lockWaitMs: 100 };
    const limited = await createDataSource({ url: cluster.url }, limits).initialize();
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE t');
    const waiting = limited.transaction((transaction) => transaction.query('SELECT FROM t'));
    const failure: unknown = await waiting.catch((error: unknown) => error);
    expect(failure).toMatchObject({ driverError: { code: '55P03' } });
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(await limited.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }]);
    await holder.end();
    await limited.transaction((transaction) => transaction.query('SELECT FROM t'));
    await limited.destroy();
  });

  it('closes the connection to a frozen backend, every time', async () => {
    for (let round = 1; round <= 2; round += 1) {
      await expectUnavailable('SELECT pg_sleep(60)');
      const frozen = await backend();
      process.kill(frozen, 'SIGSTOP');
      try {
        await expectUnavailable('SELECT 1');
        expect(await backend()).not.toBe(frozen);
      } finally {
        process.kill(frozen, 'SIGCONT');
      }
    }
  });

  it('does not close an idle connection', async () => {
    const before = await backend();
    await new Promise((resolve) => setTimeout(resolve, 4 * SILENCE_MS));
    expect(await backend()).toBe(before);
  });
});
