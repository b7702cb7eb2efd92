import { DataSource } from 'typeorm';
import { readOverview } from '../../src/candles/store/series-overview.js';
import { eraseWorkspace } from '../../src/cli/workspace/erase-workspace.js';
import { exportedWorkspace } from '../../src/cli/workspace/export-workspace.js';
import { importWorkspace } from '../../src/cli/workspace/import-workspace.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { AuditEntries1760000000004 } from '../../src/platform/database/migrations/1760000000004-audit-entries.js';
import { WatchedSessionsStore, watchedKey } from '../../src/review/events/watched-sessions.store.js';
import type { SessionKey } from '../../src/sessions/session.entity.js';
import { type Caller, type TestApp, callerWith, startTestApp } from '../support/app.js';
import { stopSweeps } from '../support/stop-sweeps.js';
import {
  type CitusCluster,
  type Placement,
  aCitusCluster,
  canHaveCitus,
  expectPlacement,
  moveWorkspace,
  shardsAround,
} from '../support/citus.js';
import { MINUTE, T, aSession, aTrade, ingest, statsOf } from '../support/factories.js';
import { HOT_REQUESTS, type Stocked, expectHotPlans, stock, unstock } from '../support/hot-requests.js';
import { quietBars, storeBars } from '../support/ideal-r.js';
import type { Cluster } from '../support/postgres-cluster.js';
import { expectProblem } from '../support/problems.js';
import { cleanUp, query, runToEnd } from '../support/service-process.js';
import { describeWholeApi } from '../support/whole-api.js';

/** Sends requests, one after the other, until `work` has ended. */
async function goOnDuring<T>(ask: () => PromiseLike<unknown>, work: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) await ask();
  })();
  try {
    return await work();
  } finally {
    end.abort();
    await asking;
  }
}

/** This setting prevents periodic work, whose statements would mix with the statements of requests. */
const NO_SWEEPS = { AUDIT_RETENTION_DAYS: '0' };

const describeCluster = canHaveCitus('the service on a Citus cluster') ? describe : describe.skip;

describeCluster('on a Citus cluster of a coordinator and two workers,', () => {
  let cluster: CitusCluster;
  let first: TestApp;
  let second: TestApp;
  /** Caller of the first instance's workspace, through the second instance. */
  let throughSecond: Caller;
  const distribute = () => runToEnd('cli/database.js', ['distribute'], { DATABASE_URL: cluster.url });

  beforeAll(async () => {
    cluster = await aCitusCluster();
    first = await startTestApp(NO_SWEEPS, { url: cluster.url });
    const { API_KEYS } = first.environment;
    second = await startTestApp({ ...NO_SWEEPS, API_KEYS }, { url: cluster.url });
    for (const app of [first, second]) await stopSweeps(app);
    throughSecond = callerWith(second.stranger, first.secrets.own);
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
    await cleanUp();
    cluster?.remove();
  });

  it('tables with data are distributed while trades arrive: no trade is lost, and a second run does nothing', async () => {
    const session = await aSession(first.call);
    await storeBars(first, 'SPREAD', quietBars(0, 100));
    let sent = 0;
    const send = async () => {
      await ingest(first.call, session, [aTrade()]);
      sent += 1;
    };
    const { code, output } = await goOnDuring(send, distribute);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/^Citus \S+: distributed workspaces, /m);
    expect((await statsOf(throughSecond, session)).tradeCount).toBe(sent);
    const again = await distribute();
    expect(again.output).toContain('all tables were already distributed');
  });

  it('every table is on the right nodes', () => expectPlacement(cluster.url));

  it('series are listed with their covered spans, including series without a covered span', async () => {
    const database = first.app.get(DataSource);
    await database.query(
      `INSERT INTO series (feed, symbol, "interval", created_at) VALUES ('venue-spot', 'SPREADNONE', '1m', 0)`,
    );
    const span = { start: T, end: T + 100 * MINUTE };
    const { body } = await first.call.get('/candles/series?symbol=SPREAD').expect(200);
    expect(body.series).toMatchObject([{ symbol: 'SPREAD', spans: [{ from: span.start, to: span.end }] }]);
    const listed = (await readOverview(database)).filter(({ symbol }) => symbol.startsWith('SPREAD'));
    expect(listed).toMatchObject([
      { symbol: 'SPREAD', spans: [{ ...span, bars: 100, gaps: 0 }] },
      { symbol: 'SPREADNONE', spans: [] },
    ]);
  });

  it('sessions of two workspaces are read for event streams with one statement', async () => {
    const sessions = [await aSession(first.call), await aSession(first.other)];
    const database = first.app.get(DataSource);
    const keys = await database.query<SessionKey[]>(
      'SELECT workspace_id AS "workspaceId", id FROM sessions WHERE id = ANY($1::uuid[])',
      [sessions.map(({ id }) => id)],
    );
    const found = await first.app.get(WatchedSessionsStore).find(keys);
    expect([...found.keys()].toSorted()).toEqual(keys.map(watchedKey).toSorted());
    for (const session of found.values()) expect(session).toMatchObject({ revision: 0, status: 'active' });
  });

  it('a tenant table that a migration adds to a cluster is distributed with the others', async () => {
    const database = first.app.get(DataSource);
    const runner = database.createQueryRunner();
    const migration = new AuditEntries1760000000004();
    await migration.down(runner);
    await runner.query('DELETE FROM migrations WHERE name = $1', [migration.name]);
    await runner.release();
    await migrate(database);
    const [table] = await query<{ column: string; isWithSessions: boolean }>(
      cluster.url,
      `SELECT distribution_column AS column, colocation_id = (SELECT colocation_id FROM citus_tables
         WHERE table_name = 'sessions'::regclass) AS "isWithSessions"
       FROM citus_tables WHERE table_name = 'audit_entries'::regclass`,
    );
    expect(table).toEqual({ column: 'workspace_id', isWithSessions: true });
    await aSession(first.call);
    const { body } = await first.call.get('/audit').expect(200);
    expect(body.entries).toMatchObject([{ action: 'session.create' }, { action: 'project.create' }]);
  });

  describeWholeApi(() => [first, second]);

  describe('with many rows in every table, each statement is routed by a key to one shard', () => {
    let stocked: Stocked;
    beforeAll(async () => {
      stocked = await stock({ url: cluster.url });
    });
    afterAll(() => unstock(stocked));
    it.each(Object.keys(HOT_REQUESTS))('%s', (request) => expectHotPlans(stocked, request));
  });

  const disturbances: [what: string, begin: (worker: Cluster) => void, end: (worker: Cluster) => void][] = [
    ['is stopped', (worker) => worker.stop('immediate'), (worker) => worker.start()],
    ['does not respond', (worker) => worker.freeze(), (worker) => worker.thaw()],
  ];

  it.each(disturbances)(
    'instances are not ready while a worker %s, and are ready when it is back',
    async (_, begin, end) => {
      const untilReady = async (status: number) => {
        for (const { stranger } of [first, second]) {
          let answer = await stranger.get('/health/ready');
          while (answer.status !== status) answer = await stranger.get('/health/ready');
          if (status === 503) expectProblem(answer, 'DATABASE_UNAVAILABLE');
          await stranger.get('/health/live').expect(200);
        }
      };
      await untilReady(200);
      const [worker] = cluster.servers as [Cluster];
      begin(worker);
      try {
        await untilReady(503);
      } finally {
        end(worker);
      }
      await untilReady(200);
    },
  );

  it('a workspace is exported as one snapshot while clients write to it, imported byte for byte, and erased', async () => {
    const session = await aSession(first.call);
    await ingest(
      first.call,
      session,
      Array.from({ length: 500 }, () => aTrade()),
    );
    await first.call.put(`/sessions/${session.id}/state`, { state: { a: 1 } }).expect(200);
    const database = first.app.get(DataSource);
    const name = first.environment.configuredKeys[0]!.workspace;
    const exported = async (workspace: string): Promise<string> => {
      let file = '';
      for await (const part of exportedWorkspace(database, workspace, {})) file += part;
      return file;
    };
    const parts = exportedWorkspace(database, name, {});
    // The first read on the node takes the snapshot of this node. The export makes this read for its second part.
    let file = `${(await parts.next()).value}${(await parts.next()).value}`;
    await ingest(first.call, session, [aTrade({ clientId: 'later' })]);
    await aSession(first.call, { name: 'Later' });
    for await (const part of parts) file += part;
    for (const later of ['"later"', '"Later"']) expect(file).not.toContain(later);
    const rowsOf = (text: string) => text.split('\n').slice(1, -2);

    async function* chunks() {
      yield Buffer.from(file);
    }
    const counts = await importWorkspace(database, 'moved', chunks());
    expect(counts).toMatchObject({ trades: expect.any(Number), session_states: expect.any(Number) });
    expect(rowsOf(await exported('moved'))).toEqual(rowsOf(file));
    await expect(importWorkspace(database, 'moved', chunks())).rejects.toThrow('is not empty');
    const untouched = await exported(name);
    expect(await eraseWorkspace(database, 'moved')).toMatchObject(counts);
    expect(rowsOf(await exported('moved'))).toEqual([]);
    expect(await exported(name)).toBe(untouched);
  });

  it('a workspace moves to a separate shard and node while clients use this workspace and other workspaces', async () => {
    const session = await aSession(first.call);
    const bystander = await aSession(first.other);
    const [{ id: workspaceId }] = (await query<{ id: string }>(
      cluster.url,
      `SELECT workspace_id AS id FROM sessions WHERE id = '${session.id}'`,
    )) as [{ id: string }];
    const [{ port }] = (await shardsAround(cluster.url, 'projects', workspaceId)) as [Placement];
    const [from, to] = cluster.workers.toSorted((worker) => (worker.port === String(port) ? -1 : 1)) as [
      URL,
      URL,
    ];

    let sent = 0;
    await goOnDuring(
      async () => {
        await ingest(first.call, session, [aTrade()]);
        await ingest(first.other, bystander, [aTrade()]);
        sent += 1;
        expect((await statsOf(throughSecond, session)).tradeCount).toBe(sent);
      },
      () => moveWorkspace(cluster.url, workspaceId, from, to),
    );
    expect((await statsOf(first.other, bystander)).tradeCount).toBe(sent);
    for (const table of ['projects', 'sessions', 'session_assets', 'trades']) {
      const shards = await shardsAround(cluster.url, table, workspaceId);
      expect(shards.map(({ port }) => String(port))).toEqual([from.port, to.port, from.port]);
      expect(shards[1]!.from).toBe(shards[1]!.to);
    }
  });
});
