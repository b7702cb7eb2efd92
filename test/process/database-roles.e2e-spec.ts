import { readFile } from 'node:fs/promises';
import { type TestApp, startTestApp } from '../support/app.js';
import { type Cluster, aCluster, canHaveCluster } from '../support/postgres-cluster.js';
import {
  WITH_KEY,
  cleanUp,
  launch,
  newSession,
  query,
  runToEnd,
  startService,
} from '../support/service-process.js';
import { describeWholeApi } from '../support/whole-api.js';

if (!canHaveCluster)
  process.stderr.write('Not checked: roles of the database (no PostgreSQL server that may be started).\n');

(canHaveCluster ? describe : describe.skip)('with the roles of deploy/database-roles.sql,', () => {
  let cluster: Cluster;
  let roles: string;
  const urlOf = (role: string) => cluster.url.replace('postgres@', `${role}@`);
  const migrate = () => runToEnd('cli/database.js', ['migrate'], { DATABASE_URL: urlOf('backtest_owner') });
  const settings = () => ({ ...WITH_KEY, DATABASE_URL: urlOf('backtest_service') });
  beforeAll(async () => {
    cluster = await aCluster();
    roles = await readFile('deploy/database-roles.sql', 'utf8');
    await query(cluster.url, roles);
    // The script must also run for a second database of the server, on which the roles already exist.
    await query(cluster.url, roles);
  });
  afterAll(async () => {
    await cleanUp();
    cluster?.remove();
  });

  /** Returns the output of a start that must fail. */
  async function refusal(): Promise<string> {
    const program = launch(settings());
    expect(await program.exited).toMatchObject({ code: 1 });
    return program.output();
  }

  it('the service does not start before the owner of the tables has run the migrations, and names the reason', async () => {
    const sentence =
      /schema is not up to date, and this role may not change it \(permission denied.*run "npm run database -- migrate" as the owner/;
    expect(await refusal()).toMatch(sentence);
    expect(await migrate()).toMatchObject({ code: 0 });
    // This makes the database look as if a migration that changes a table had not run yet.
    await query(cluster.url, 'ALTER TABLE workspaces DROP COLUMN erased_at');
    await query(cluster.url, `DELETE FROM migrations WHERE name LIKE 'ErasedWorkspaces%'`);
    expect(await refusal()).toMatch(/not up to date.*must be owner of table workspaces/);
    expect(await migrate()).toMatchObject({ code: 0 });
  });

  it('the service starts if only an index is missing, and logs which role has to build the index', async () => {
    await query(cluster.url, `INSERT INTO workspaces VALUES (gen_random_uuid(), 'w', 1)`);
    await query(
      cluster.url,
      `INSERT INTO api_keys (id, workspace_id, name, prefix, hash, scopes, created_at)
       SELECT gen_random_uuid(), id, 'k', 'p', 'h', '{}', 1 FROM workspaces; DROP INDEX keys_of_workspace`,
    );
    const service = await startService(settings());
    await service.prints(
      /this role may not change them \(must be owner of table api_keys\).*database -- migrate.* as the owner/,
    );
    expect((await service.get('/health/ready')).status).toBe(200);
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(await query(cluster.url, `SELECT FROM pg_class WHERE relname = 'keys_of_workspace'`)).toHaveLength(
      1,
    );
  });

  it('the service may add and remove entries of the audit log, but never change an entry', async () => {
    await query(cluster.url, roles);
    const asService = (statement: string) => query(urlOf('backtest_service'), statement);
    for (const statement of [
      'UPDATE audit_entries SET actor = actor',
      'UPDATE audit_entries SET time = 0 WHERE false',
      'SELECT FROM audit_entries FOR UPDATE',
      'TRUNCATE audit_entries',
    ])
      await expect(asService(statement)).rejects.toMatchObject({ code: '42501' });
    await asService('DELETE FROM audit_entries WHERE time < 0');
    await asService('UPDATE trades SET qty = qty');
  });

  it('the service starts and works with a role that may only change rows', async () => {
    const service = await startService(settings());
    const session = await newSession(service);
    expect((await service.get(`/sessions/${session}`)).status).toBe(200);
    for (const statement of ['CREATE TABLE x (y int)', 'DROP TABLE trades', 'TRUNCATE trades'])
      await expect(query(urlOf('backtest_service'), statement)).rejects.toMatchObject({ code: '42501' });
  });

  describe('with requests through two instances of the API,', () => {
    let first: TestApp;
    let second: TestApp;
    beforeAll(async () => {
      const address = { url: urlOf('backtest_service') };
      first = await startTestApp({}, address);
      second = await startTestApp({ API_KEYS: first.environment.API_KEYS }, address);
    });
    afterAll(async () => {
      await second?.close();
      await first?.close();
    });

    describeWholeApi(() => [first, second]);
  });
});
