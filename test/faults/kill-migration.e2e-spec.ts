import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { INDEXES } from '../../src/platform/database/indexes.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import {
  EVERY_KILL_MOMENT,
  RunningService,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  killMoments,
  launch,
  listening,
  newSession,
  query,
  startService,
  until,
} from '../support/service-process.js';

afterAll(cleanUp);

const socketOf = (directory: string) => `postgres://postgres@/postgres?host=${directory}`;

/** Describes the whole schema: columns, constraints and indexes. */
async function schemaOf(url: string): Promise<string[]> {
  const parts = await query<{ part: string }>(
    url,
    `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) AS part
     FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL
     SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     UNION ALL
     SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     ORDER BY part`,
  );
  return parts.map(({ part }) => part);
}

async function expectMigrated(url: string, wanted: readonly string[]): Promise<void> {
  expect(await schemaOf(url)).toEqual(wanted);
  const ran = await query<{ name: string }>(url, 'SELECT name FROM migrations ORDER BY id');
  expect(ran.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
}

async function expectWorks(service: RunningService): Promise<void> {
  expect((await service.get('/health/ready')).status).toBe(200);
  const session = await newSession(service);
  expect((await service.post(`/sessions/${session}/finish`, {})).status).toBe(200);
}

if (!hasServer)
  describe('kill -9 while the embedded database is migrated', () => {
    /**
     * Makes the first migration that creates the table write a file and then hang. A later migration does not hang,
     * because the file then exists. A lock could not stop the migration, because all connections share one session.
     */
    const holdUpAt = (table: string) => `
    CREATE SCHEMA held_up;
    CREATE FUNCTION held_up.once() RETURNS event_trigger LANGUAGE plpgsql AS $$
    DECLARE
      file text := current_setting('data_directory') || '/held-up';
    BEGIN
      IF pg_stat_file(file, true) IS NULL
        AND EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity = 'public.${table}')
      THEN
        EXECUTE format('COPY (SELECT) TO %L', file);
        LOOP END LOOP;
      END IF;
    END $$;
    CREATE EVENT TRIGGER held_up ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION held_up.once()`;

    it.each(['migrations', 'trades', 'candle_gaps'])(
      'at the creation of the table %s: the next start completes the schema',
      async (table) => {
        const directory = await aDataDirectory();
        const settings = { ...WITH_KEY, DATA_DIR: directory };
        const migrated = await startService(settings);
        const wanted = await schemaOf(socketOf(directory));
        await query(
          socketOf(directory),
          `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${holdUpAt(table)}`,
        );
        await migrated.kill('SIGTERM');

        const killed = launch(settings);
        await until(killed, () => existsSync(join(directory, 'postgres', 'held-up')));
        await killed.kill('SIGKILL');

        const service = await startService(settings);
        await expectMigrated(socketOf(directory), wanted);
        await expectWorks(service);
      },
    );
  });

if (hasServer) {
  describe('kill -9 while a database on PostgreSQL is migrated', () => {
    let wanted: readonly string[];
    /**
     * The schema before the first migration and after each migration, without the indexes that are built outside the
     * migrations.
     */
    const steps: (readonly string[])[] = [[]];
    beforeAll(async () => {
      const url = await aDatabase();
      const service = await startService({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() });
      wanted = await schemaOf(url);
      await service.kill('SIGTERM');

      const stepped = await aDatabase();
      for (const [i] of migrations.entries()) {
        const { options } = createDataSource({ url: stepped }, { poolSize: 1 });
        const upTo = new DataSource({ ...options, migrations: migrations.slice(0, i + 1) });
        await upTo.initialize();
        await upTo.runMigrations();
        await upTo.destroy();
        steps.push(await schemaOf(stepped));
      }
    });

    const isBuiltBeside = (part: string) => INDEXES.some(({ name }) => part.includes(` INDEX ${name} ON `));

    /**
     * Returns how many migrations have run, which follows from the schema. Each migration must have run completely or
     * not at all.
     */
    async function stepsOf(url: string): Promise<number> {
      const schema = (await schemaOf(url)).filter((part) => !isBuiltBeside(part));
      expect(steps).toContainEqual(schema);
      const ran = await query(url, 'SELECT FROM migrations').catch(() => []);
      expect(schema).toEqual(steps[ran.length]);
      return ran.length;
    }

    const connections = async (url: string, condition = 'true') => {
      const rows = await query(
        url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'backtest-session-service' AND ${condition}`,
      );
      return rows.length;
    };

    /** Starts two instances at the same time on the database of the killed instance. */
    async function expectTwoStart(url: string): Promise<void> {
      const started = await Promise.all(
        [await aDirectory(), await aDirectory()].map((DATA_DIR) =>
          listening(launch({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR })),
        ),
      );
      await expectMigrated(url, wanted);
      for (const service of started) {
        await expectWorks(service);
        await service.kill('SIGTERM');
      }
    }

    it.each(
      killMoments<[table: string, complete: number]>([
        ['migrations', 0],
        ['trades', 0],
        ['candle_gaps', 1],
        ['audit_entries', 4],
        ['trials', 11],
        ['session_figures', 12],
        ['seen_spans', 19],
      ]),
    )(
      'at the creation of the table %s: %i migrations have run, and two instances can start at the same time',
      async (table, complete) => {
        const url = await aDatabase();
        // The migration waits for this transaction, which creates a table of the same name.
        const holder = new pg.Client({ connectionString: url });
        await holder.connect();
        await holder.query(`BEGIN; CREATE TABLE ${table} ()`);
        const killed = launch({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() });
        await until(killed, async () => (await connections(url, "wait_event_type = 'Lock'")) === 1);
        await killed.kill('SIGKILL');
        await holder.query('ROLLBACK');
        await holder.end();
        while ((await connections(url)) > 0) await delay(10);
        expect(await stepsOf(url)).toBe(complete);
        await expectTwoStart(url);
      },
    );

    it('at a random time: each migration has run completely or not at all, and two instances can start at the same time', async () => {
      for (let [afterMs, isDone] = [1, false]; !isDone; afterMs *= EVERY_KILL_MOMENT ? 3 : 9) {
        const url = await aDatabase();
        const killed = launch({ ...WITH_KEY, DATABASE_URL: url, DATA_DIR: await aDirectory() });
        await until(killed, async () => (await connections(url)) > 0);
        await delay(afterMs);
        isDone = killed.output().includes('"msg":"listening"');
        await killed.kill('SIGKILL');
        while ((await connections(url)) > 0) await delay(10);
        await stepsOf(url);
        await expectTwoStart(url);
      }
    });
  });
} else {
  process.stderr.write(
    'Not checked: kill -9 while a database on PostgreSQL is migrated (needs TEST_DATABASE_URL).\n',
  );
}
