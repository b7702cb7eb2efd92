import pg from 'pg';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { ensureIndexes } from '../../src/platform/database/ensure-indexes.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { type Pooler, aPooler, canHavePgBouncer } from '../support/pgbouncer.js';
import { type Cluster, aCluster } from '../support/postgres-cluster.js';
import { query } from '../support/service-process.js';
import { describeWholeApi } from '../support/whole-api.js';

/** Number of server connections: fewer than a single instance may use. */
const SERVER_CONNECTIONS = 2;

/** Reads the state of a server session, except the settings that the pooler itself makes for a client. */
const LEFT_BEHIND = `
  SELECT 'prepared statement ' || name AS what FROM pg_prepared_statements
  UNION ALL SELECT 'cursor ' || name FROM pg_cursors WHERE is_holdable
  UNION ALL SELECT 'listens to ' || channel FROM pg_listening_channels() AS channel
  UNION ALL SELECT 'temporary table ' || relname FROM pg_class WHERE relpersistence = 't'
  UNION ALL SELECT 'advisory lock ' || classid || ' ' || objid FROM pg_locks
    WHERE locktype = 'advisory' AND pid = pg_backend_pid()
  UNION ALL SELECT 'setting ' || name || ' = ' || setting FROM pg_settings
    WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding', 'TimeZone', 'DateStyle')`;

const describePooler = canHavePgBouncer('the service behind PgBouncer') ? describe : describe.skip;

describePooler(
  'with two instances behind PgBouncer in transaction mode, which has fewer connections than each instance may use,',
  () => {
    let server: Cluster;
    let pooler: Pooler;
    let instances: readonly TestApp[] = [];

    beforeAll(async () => {
      server = await aCluster();
      pooler = await aPooler(server.url, SERVER_CONNECTIONS);
      const API_KEYS = 'own@own:own-key,other@other:other-key';
      const start = () => startTestApp({ API_KEYS }, { url: pooler.url });
      instances = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      for (const instance of instances) await instance.close();
      await pooler?.close();
      server?.remove();
    });

    it('the schema is created once, although both instances migrate at the same time', async () => {
      const ran = await query<{ name: string }>(server.url, 'SELECT name FROM migrations ORDER BY id');
      expect(ran.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    });

    it('indexes can be built and dropped through the pooler, and a build can be cancelled', async () => {
      await query(server.url, 'CREATE TABLE pooled (value int); CREATE INDEX pooled_old ON pooled (value)');
      const dataSource = await createDataSource({ url: pooler.url }, { poolSize: 2 }).initialize();
      const indexes = [{ name: 'pooled_new', table: 'pooled', columns: 'value' }];
      const lists = { indexes, obsolete: ['pooled_old'] };
      const names = () =>
        query(server.url, `SELECT indexname FROM pg_indexes WHERE tablename = 'pooled' ORDER BY indexname`);
      const builds = () =>
        query(
          server.url,
          `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'CREATE INDEX CONCURRENTLY%'`,
        );
      const writer = new pg.Client(server.url);
      await writer.connect();
      await writer.query('BEGIN; INSERT INTO pooled VALUES (1)');
      const stopping = new AbortController();
      const ended = ensureIndexes(dataSource, lists, { signal: stopping.signal });
      while ((await builds()).length === 0);
      stopping.abort(new Error('stopped'));
      await expect(ended).rejects.toThrow('stopped');
      expect(await builds()).toEqual([]);
      await writer.end();

      await ensureIndexes(dataSource, lists);
      expect(await names()).toEqual([{ indexname: 'pooled_new' }]);
      await query(server.url, 'DROP TABLE pooled');
      await dataSource.destroy();
    });

    describeWholeApi(() => instances);

    it('all requests share the few connections, and leave no state in them', async () => {
      const call = (i: number) => callerWith(instances[i % 2]!.stranger, 'own-key');
      const burst = Array.from({ length: 24 }, (_, i) => call(i).get('/projects').expect(200));
      await Promise.all(burst);
      const pool = (await pooler.show('POOLS')).find(({ database }) => database === 'postgres');
      const sum = (kind: RegExp) =>
        Object.entries(pool ?? {}).reduce(
          (sum, [name, count]) => sum + (kind.test(name) ? Number(count) : 0),
          0,
        );
      expect(sum(/^sv_/)).toBe(SERVER_CONNECTIONS);
      expect(sum(/^cl_/)).toBeGreaterThan(SERVER_CONNECTIONS);

      // Each of these concurrent transactions has a separate server connection.
      const clients = Array.from({ length: SERVER_CONNECTIONS }, () => new pg.Client(pooler.url));
      const seen: unknown[] = [];
      for (const client of clients) {
        await client.connect();
        await client.query('BEGIN');
        seen.push((await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
        expect((await client.query(LEFT_BEHIND)).rows).toEqual([]);
      }
      for (const client of clients) {
        await client.query('COMMIT');
        await client.end();
      }
      expect(new Set(seen).size).toBe(SERVER_CONNECTIONS);
    });
  },
);
