import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { DISTRIBUTED_TABLES, distribute } from '../../src/cli/distribute.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { ensureIndexes, indexState } from '../../src/platform/database/ensure-indexes.js';
import { INDEXES } from '../../src/platform/database/indexes.js';
import { runWhenLocksAllow } from '../../src/platform/database/lock-wait.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { type CitusCluster, aCitusCluster, canHaveCitus, expectPlacement } from '../support/citus.js';
import { finish, ingest, statsOf, tradesWith } from '../support/factories.js';
import { OLD_TRADES, RELEASED, oldIds, oldRows } from '../support/old-rows.js';
import { query } from '../support/service-process.js';

const describeCluster = canHaveCitus('migrations of tables that are on a Citus cluster')
  ? describe
  : describe.skip;

/** Workspaces whose rows are on several shards. */
const WORKSPACES = [0, 1, 2, 3].map((i) => ({
  ids: oldIds(i),
  name: `old-${i}`,
  secret: `secret-of-old-${i}`,
}));

/** Tables that a later version added. */
const ADDED = new Set([
  'session_states',
  'session_imports',
  'idempotency_keys',
  'audit_entries',
  'trials',
  'session_figures',
  'playheads',
  'first_answers',
  'seen_spans',
]);

describeCluster('a Citus cluster on which the previous version has distributed tables with rows', () => {
  let cluster: CitusCluster;
  let instances: TestApp[] = [];

  beforeAll(async () => {
    cluster = await aCitusCluster();
    const { options } = createDataSource({ url: cluster.url }, { poolSize: 1 });
    const before = await new DataSource({ ...options, migrations: RELEASED }).initialize();
    await before.runMigrations();
    for (const { ids, name } of WORKSPACES)
      for (const statement of oldRows(ids, name)) await before.query(statement);
    await distribute(
      before,
      DISTRIBUTED_TABLES.map(({ column, tables }) => ({
        column,
        tables: tables.filter((table) => !ADDED.has(table)),
      })),
    );
    await before.destroy();
    const API_KEYS = WORKSPACES.map(({ name, secret }) => `k@${name}:${secret}`).join(',');
    instances = await Promise.all([1, 2].map(() => startTestApp({ API_KEYS }, { url: cluster.url })));
    // The instances also build the indexes, in the background.
    await Promise.all(instances.map(({ app }) => ensureIndexes(app.get(DataSource))));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.close();
    cluster?.remove();
  });

  /** Returns the different counts that the shards of a table have. If all shards agree, this is one value. */
  async function onShards(table: string, counted: string): Promise<string[]> {
    const rows = await query<{ result: string }>(
      cluster.url,
      `SELECT DISTINCT result FROM run_command_on_shards('${table}', $$SELECT count(*) FROM ${counted}$$)`,
    );
    return rows.map(({ result }) => result);
  }
  async function onCoordinator(counted: string): Promise<string> {
    const [row] = await query<{ count: string }>(cluster.url, `SELECT count(*)::text FROM ${counted}`);
    return row!.count;
  }

  /** Returns a shard of a table, and its node. */
  async function shardOf(table: string): Promise<{ readonly id: string; readonly node: URL }> {
    const [shard] = (await query<{ id: string; port: number }>(
      cluster.url,
      `SELECT shardid::text AS id, nodeport AS port FROM pg_dist_shard JOIN pg_dist_shard_placement USING (shardid)
       WHERE logicalrelid = '${table}'::regclass LIMIT 1`,
    )) as [{ id: string; port: number }];
    const nodes = [new URL(cluster.url), ...cluster.workers];
    return { id: shard.id, node: nodes.find(({ port }) => port === String(shard.port))! };
  }

  it('two instances that start migrate the schema of the cluster, and new tables are co-located with the others', async () => {
    const executed = await query<{ name: string }>(cluster.url, 'SELECT name FROM migrations ORDER BY id');
    expect(executed.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    await expectPlacement(cluster.url);
    const groups = await query(
      cluster.url,
      `SELECT DISTINCT colocation_id FROM citus_tables WHERE distribution_column = 'workspace_id'`,
    );
    expect(groups).toHaveLength(1);
  });

  it('every index becomes valid, and every shard has the same indexes, foreign keys and statistics as its table', async () => {
    const areBuilt = async () => {
      const { missing, obsolete } = await indexState(instances[0]!.app.get(DataSource));
      return missing.length + obsolete.length === 0;
    };
    while (!(await areBuilt())) await delay(100);
    const valid = await query<{ name: string }>(
      cluster.url,
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid`,
    );
    const names = valid.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(INDEXES.map(({ name }) => name)));
    for (const table of [
      'sessions',
      'session_assets',
      'trades',
      'session_states',
      'session_imports',
      'idempotency_keys',
      'trials',
      'session_figures',
      'playheads',
      'first_answers',
      'seen_spans',
    ]) {
      const parts = (relation: string) => [
        `pg_index WHERE indrelid = '${relation}'::regclass AND indisvalid`,
        `pg_index WHERE indrelid = '${relation}'::regclass`,
        `pg_constraint WHERE conrelid = '${relation}'::regclass AND contype = 'f'`,
        `pg_statistic_ext WHERE stxrelid = '${relation}'::regclass`,
        `pg_attribute WHERE attrelid = '${relation}'::regclass AND attnum > 0 AND NOT attisdropped`,
      ];
      for (const [i, counted] of parts('%s').entries())
        expect([table, await onShards(table, counted)]).toEqual([
          table,
          [await onCoordinator(parts(table)[i]!)],
        ]);
    }
    expect(await onCoordinator(`pg_statistic_ext WHERE stxname = 'trades_of_sessions'`)).toBe('1');
  });

  it.each(WORKSPACES)(
    'summaries and statistics of the sessions of $name match their trades',
    async (workspace) => {
      const { ids, secret } = workspace;
      const calls: Caller[] = instances.map(({ stranger }) => callerWith(stranger, secret));
      const [call, through] = calls as [Caller, Caller];
      // The session has 3000 trades that win 0.1 each, and two trades that were added later.
      const figures = { tradeCount: OLD_TRADES, winCount: OLD_TRADES, plNet: 300 };
      const { body } = await call.get('/sessions').expect(200);
      expect(body.sessions).toMatchObject(
        [ids.finished, ids.active].map((id) => ({
          id,
          tags: [],
          summary: { ...figures, plNetPct: 30, firstEntryTime: 1, lastExitTime: OLD_TRADES + 1 },
        })),
      );
      for (const id of [ids.active, ids.finished])
        expect(await statsOf(through, { id })).toMatchObject({ ...figures, plNetPct: 30 });

      const active = { id: ids.active };
      await ingest(call, active, tradesWith(5, -2));
      const { stats } = await finish(through, active);
      const changed = { tradeCount: OLD_TRADES + 2, winCount: OLD_TRADES + 1, lossCount: 1, plNet: 303 };
      expect(stats).toMatchObject(changed);
      const record = await call.get(`/sessions/${ids.active}/record`).expect(200);
      expect(record.body.session).toMatchObject({ status: 'finished', summary: changed });
      await call.put(`/sessions/${ids.active}/state`, { state: { at: 1 } }).expect(200);
      await through.delete(`/sessions/${ids.active}`).expect(204);
      await call.get(`/sessions/${ids.active}`).expect(404);
      expect(await statsOf(call, { id: ids.finished })).toMatchObject(figures);
    },
  );

  it('an index that an interrupted build has created on only some shards is rebuilt on all shards', async () => {
    const name = 'trades_id';
    await query(
      cluster.url,
      `SET allow_system_table_mods TO on; UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${name}'::regclass`,
    );
    const { id, node } = await shardOf('trades');
    await query(node.href, `SET citus.enable_manual_changes_to_shards TO on; DROP INDEX ${name}_${id}`);
    const counted = (relation: string) => `pg_index WHERE indrelid = '${relation}'::regclass AND indisvalid`;
    expect(await onShards('trades', counted('%s'))).toHaveLength(2);
    await Promise.all(instances.map(({ app }) => ensureIndexes(app.get(DataSource))));
    expect(await onShards('trades', counted('%s'))).toEqual([await onCoordinator(counted('trades'))]);
    expect(await onCoordinator(`pg_index WHERE indexrelid = '${name}'::regclass AND indisvalid`)).toBe('1');
  });

  it('an obsolete index is dropped on all shards, even by instances that start together', async () => {
    await query(cluster.url, 'CREATE INDEX trades_obsolete ON trades (workspace_id, feed)');
    const counted = `pg_index WHERE indrelid = '%s'::regclass AND indexrelid::regclass::text LIKE 'trades_obsolete%%'`;
    expect(await onShards('trades', counted)).toEqual(['1']);
    const lists = { obsolete: ['trades_obsolete'] };
    await Promise.all(instances.map(({ app }) => ensureIndexes(app.get(DataSource), lists)));
    expect(await onShards('trades', counted)).toEqual(['0']);
    expect(await onCoordinator(`pg_class WHERE relname = 'trades_obsolete'`)).toBe('0');
  });

  it('a migration tries again if another client locks one shard on its node', async () => {
    const { id, node } = await shardOf('trades');
    const holder = new pg.Client(node.href);
    await holder.connect();
    await holder.query(`BEGIN; SELECT FROM trades_${id} LIMIT 0`);
    const sentences: string[] = [];
    const work = { notify: (sentence: string) => void sentences.push(sentence) };
    const database = instances[0]!.app.get(DataSource);
    const migrating = runWhenLocksAllow(database, 'It', work, (runner) =>
      runner.query('ALTER TABLE trades ADD COLUMN later text'),
    );
    while (sentences.length === 0) await delay(10);
    await holder.end();
    await migrating;
    expect(sentences.join()).toMatch(/^It waits for a lock.*It goes on/);
    await query(cluster.url, 'ALTER TABLE trades DROP COLUMN later');
  });
});
