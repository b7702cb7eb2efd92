import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { canHavePgBouncer, aPooler } from '../support/pgbouncer.js';
import { Cluster, aCluster, canHaveCluster } from '../support/postgres-cluster.js';
import {
  RunningService,
  Settings,
  WITH_KEY,
  aDirectory,
  aTrade,
  cleanUp,
  newSession,
  query,
  runToEnd,
  startService,
} from '../support/service-process.js';

const suite = canHaveCluster ? describe : describe.skip;

/** Numbers that need all 17 digits, which `extra_float_digits` = 0 cuts to 15. */
const EXACT = { qty: 0.1 + 0.2, entryPrice: 28_400 + 1 / 3, exitPrice: 28_650 + 1 / 7 };

suite(
  'settings of a PostgreSQL server that would disturb the service (needs the programs of PostgreSQL, see PG_BIN)',
  () => {
    let cluster: Cluster;

    beforeAll(async () => {
      cluster = await aCluster();
    });

    afterAll(async () => {
      await cleanUp();
      cluster.remove();
    });

    async function aDatabaseWith(...settings: readonly string[]): Promise<string> {
      const name = `db_${randomUUID().replaceAll('-', '')}`;
      await query(cluster.url, `CREATE DATABASE ${name}`);
      for (const setting of settings) await query(cluster.url, `ALTER DATABASE ${name} SET ${setting}`);
      return cluster.url.replace(/\/postgres$/, `/${name}`);
    }

    const settingsFor = async (url: string): Promise<Settings> => ({
      ...WITH_KEY,
      DATABASE_URL: url,
      DATA_DIR: await aDirectory(),
      TRADE_MINIMUM: '0',
    });

    const start = async (url: string): Promise<RunningService> => startService(await settingsFor(url));

    it('extra_float_digits = 0: a trade that is sent again is not a conflict, and numbers are returned as they were sent', async () => {
      const service = await start(await aDatabaseWith('extra_float_digits = 0'));
      const session = await newSession(service);
      const send = () =>
        service.post(`/sessions/${session}/trades`, { trades: [{ ...aTrade('one'), ...EXACT }] });
      expect((await send()).body).toMatchObject({ inserted: 1 });
      const again = await send();
      expect(again).toMatchObject({ status: 201, body: { inserted: 0 } });
      expect(again.body.trades[0]).toMatchObject(EXACT);
    });

    const unlessPooled = canHavePgBouncer('numbers behind PgBouncer') ? it : it.skip;

    unlessPooled('extra_float_digits = 0 behind PgBouncer: the start is refused with advice', async () => {
      const url = await aDatabaseWith('extra_float_digits = 0');
      const pooler = await aPooler(url, 2);
      try {
        const { code, output } = await runToEnd('main.js', [], await settingsFor(pooler.url));
        expect(code).toBe(1);
        expect(output).toMatch(
          /cannot be used: extra_float_digits is 0 .* ALTER ROLE .* SET extra_float_digits = 1/,
        );
      } finally {
        await pooler.close();
      }
    });

    it('a deadlock with another client gets 503 with Retry-After', async () => {
      const url = await aDatabaseWith();
      const service = await start(url);
      const session = await newSession(service);
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      // The service detects the deadlock first, so the server rolls back the service's transaction.
      await other.query("SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE trades IN EXCLUSIVE MODE");
      const sent = service.post(`/sessions/${session}/trades`, { trades: [aTrade('one')] });
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      while ((await query(url, waits)).length === 0) await delay(10);
      await other.query(`SELECT FROM sessions WHERE id = '${session}' FOR UPDATE`);
      const { status, headers, body } = await sent;
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'DATABASE_UNAVAILABLE', '2']);
      await other.end();
      expect((await service.post(`/sessions/${session}/trades`, { trades: [aTrade('one')] })).status).toBe(
        201,
      );
    });
  },
);
