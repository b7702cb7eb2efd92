import pg from 'pg';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { IndexBuilder } from '../../src/platform/database/index-builder.js';
import {
  type RunningProgram,
  type RunningService,
  type Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  aTrade,
  cleanUp,
  hasServer,
  launch,
  listening,
  newSession,
  query,
  run,
  startService,
  until,
} from '../support/service-process.js';

afterAll(cleanUp);

const INDEX = 'trades_id';
const ENDED = { code: 0, signal: null };

/** A database that has rows and lacks an index, as after an upgrade. */
async function makeUpgraded(url: string, service: RunningService): Promise<void> {
  const session = await newSession(service);
  await service.post(`/sessions/${session}/trades`, { trades: [aTrade('c')] });
  await query(url, `DROP INDEX ${INDEX}`);
}

async function isValid(url: string, index = INDEX): Promise<boolean> {
  const rows = await query(
    url,
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND indisvalid`,
  );
  return rows.length > 0;
}

if (!hasServer) {
  process.stderr.write('Not checked: index builds in the background (needs TEST_DATABASE_URL).\n');

  describe('an index that is missing in an embedded database with rows', () => {
    it('is built before the service listens', async () => {
      const DATA_DIR = await aDataDirectory();
      const url = `postgres://postgres@/postgres?host=${DATA_DIR}`;
      const before = await startService({ ...WITH_KEY, DATA_DIR });
      await makeUpgraded(url, before);
      await before.kill('SIGTERM');
      const service = await startService({ ...WITH_KEY, DATA_DIR });
      const [built] = service.output().split('"msg":"listening"');
      expect(built).toMatch(/The index trades_id on trades is valid after \d+ s/);
      expect(await isValid(url)).toBe(true);
      expect(await service.kill('SIGTERM')).toEqual(ENDED);
    });
  });
} else {
  describe('a missing index of a database with rows, if its build has to wait,', () => {
    let url: string;
    let settings: Settings;
    let writer: pg.Client;
    beforeEach(async () => {
      url = await aDatabase();
      settings = { ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() };
      const before = await startService(settings);
      await makeUpgraded(url, before);
      await before.kill('SIGTERM');
      writer = new pg.Client({ connectionString: url });
      await writer.connect();
      await writer.query('BEGIN; UPDATE trades SET note = note');
    });
    afterEach(() => writer.end());

    const builds = async () =>
      (
        await query(
          url,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND state = 'active' AND query LIKE 'CREATE INDEX CONCURRENTLY%'`,
        )
      ).length;
    const building = (program: RunningProgram) => until(program, async () => (await builds()) > 0);

    /** Checks that the service is ready, stores a trade and returns statistics. */
    async function expectServes(service: RunningService): Promise<void> {
      expect((await service.get('/health/ready')).status).toBe(200);
      const session = await newSession(service);
      const { status } = await service.post(`/sessions/${session}/trades`, { trades: [aTrade('c')] });
      expect(status).toBeLessThan(300);
      expect((await service.get(`/sessions/${session}/stats`)).status).toBe(200);
    }

    it('prevents the service neither from listening nor from stopping', async () => {
      const service = await startService(settings);
      await building(service);
      expect(service.output()).toContain(`The index ${INDEX} on trades is missing.`);
      await expectServes(service);
      expect(await service.kill('SIGTERM')).toEqual(ENDED);
      expect(service.output()).toContain('"msg":"stopped"');
      expect(await builds()).toBe(0);

      // The interrupted build has left an invalid index, which the next start finds.
      const next = await startService(settings);
      await expectServes(next);
      await writer.query('COMMIT');
      await next.prints(/The index trades_id on trades is valid after \d+ s/);
      expect(await isValid(url)).toBe(true);
      await next.kill('SIGTERM');
    });

    it('is built by one of several instances, and by another instance if the first one stops', async () => {
      const instances = [await startService(settings), await startService(settings)] as const;
      await building(instances[0]);
      for (const instance of instances) await instance.prints(/The index trades_id on trades is missing/);
      for (const instance of instances) await expectServes(instance);
      expect(await builds()).toBe(1);
      await instances[0].kill('SIGTERM');
      await expectServes(instances[1]);
      await writer.query('COMMIT');
      await instances[1].prints(/The index trades_id on trades is valid/);
      expect(await isValid(url)).toBe(true);
      await instances[1].kill('SIGTERM');
    });

    it('is built by the command migrate, which a signal can end', async () => {
      const command = () => run('cli/database.js', ['migrate'], settings);
      const first = command();
      await building(first);
      expect(await first.kill('SIGTERM')).toEqual({ code: 1, signal: null });
      expect(first.output()).toContain('SIGTERM: the command ends; run it again to go on.');
      expect(await builds()).toBe(0);
      const second = command();
      await second.prints(/The index trades_id on trades is missing/);
      await writer.query('COMMIT');
      expect(await second.exited).toEqual(ENDED);
      expect(second.output()).toMatch(/is valid after \d+ s\.\nThe schema is up to date\.\n$/);
      expect(await isValid(url)).toBe(true);
    });

    it('is built after a crash of the service', async () => {
      const killed = launch(settings);
      await building(await listening(killed));
      await killed.kill('SIGKILL');
      const next = await startService(settings);
      await next.prints(/The index trades_id on trades is missing/);
      await writer.query('COMMIT');
      await next.prints(/The index trades_id on trades is valid/);
      expect(await isValid(url)).toBe(true);
      await next.kill('SIGTERM');
    });
  });

  describe('a build that fails', () => {
    it('is tried again until it succeeds', async () => {
      const url = await aDatabase();
      await query(url, 'CREATE TABLE filled (value int); INSERT INTO filled VALUES (1)');
      const dataSource = await createDataSource({ url }, { poolSize: 1 }).initialize();
      const indexes = [{ name: 'filled_later', table: 'filled', columns: 'later' }];
      const builder = new IndexBuilder(dataSource, { url }, { indexes, obsolete: [] });
      const warnings: string[] = [];
      Object.assign(builder, { logger: { warn: (text: string) => warnings.push(text) } });
      await builder.onApplicationBootstrap();
      while (!warnings.some((text) => /it is tried again: .*"later" does not exist/.test(text)))
        await new Promise(setImmediate);
      await query(url, 'ALTER TABLE filled ADD COLUMN later int');
      while (!(await isValid(url, 'filled_later')));
      await builder.beforeApplicationShutdown();
      await dataSource.destroy();
    });
  });
}
