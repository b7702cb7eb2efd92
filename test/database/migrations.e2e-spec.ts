import { DataSource, MigrationInterface } from 'typeorm';
import { entities } from '../../src/entities.js';
import { createConcurrently, isBuilding } from '../../src/platform/database/build-index.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { ensureIndexes } from '../../src/platform/database/ensure-indexes.js';
import { indexEmptyTables } from '../../src/platform/database/index-empty-tables.js';
import { INDEXES, type Index } from '../../src/platform/database/indexes.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { Session } from '../../src/sessions/session.entity.js';
import { isEmbedded } from '../support/database.js';
import { OLD_TRADES, RELEASED, RELEASED_INDEXES, oldIds, oldRows, oldTrades } from '../support/old-rows.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';

let own: OwnDatabase;
/** Database connections of two instances that start. */
let db: DataSource;
let second: DataSource;
beforeAll(async () => {
  own = await anOwnDatabase();
  [db, second] = await Promise.all([connect(), connect()]);
});
afterAll(async () => {
  await second?.destroy();
  await db?.destroy();
  await own?.remove();
});

async function connect(
  versions: readonly (new () => MigrationInterface)[] = migrations,
): Promise<DataSource> {
  const { options } = createDataSource(own.address, { poolSize: 3, entities });
  const dataSource = new DataSource({ ...options, migrations: [...versions] });
  return dataSource.initialize();
}

/** Columns and constraints of all tables. */
async function schemaOf(): Promise<string[]> {
  const rows = await db.query<{ part: string }[]>(
    `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS part
     FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL
     SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     ORDER BY part`,
  );
  return rows.map(({ part }) => part);
}

async function isValid({ name }: Pick<Index, 'name'>): Promise<boolean | null> {
  const [row] = await db.query<{ indisvalid: boolean }[]>(
    'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  return row?.indisvalid ?? null;
}

const OLD = oldIds();

describe('a database of the previous version', () => {
  it('keeps its rows, gets new columns and indexes, and can then be used by both versions', async () => {
    const before = await connect(RELEASED);
    await before.runMigrations();
    for (const statement of oldRows(OLD)) await db.query(statement);
    const previous = await schemaOf();

    for (const [name, columns] of Object.entries(RELEASED_INDEXES))
      await db.query(`CREATE INDEX ${name} ON trades (${columns})`);

    await Promise.all([migrate(db), migrate(second)]);
    await Promise.all([ensureIndexes(db), ensureIndexes(second)]);
    for (const name of Object.keys(RELEASED_INDEXES))
      expect([name, await isValid({ name })]).toEqual([name, null]);
    const executed = await db.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
    expect(executed.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    for (const index of INDEXES) expect([index.name, await isValid(index)]).toEqual([index.name, true]);
    const sessions = await db.getRepository(Session).find({ order: { id: 'ASC' } });
    expect(
      sessions.map(({ id, status, revision, tags, labelRevision, summaryRevision }) => [
        id,
        status,
        revision,
        tags,
        labelRevision,
        summaryRevision,
      ]),
    ).toEqual([
      [OLD.active, 'active', 4, [], 0, null],
      [OLD.finished, 'finished', 4, [], 0, null],
    ]);
    // An instance of the previous version keeps writing.
    await db.query(oldTrades(OLD.workspace, OLD.active, 'later'));
    const [{ count }] = await db.query<[{ count: number }]>(
      `SELECT count(*)::int FROM trades WHERE tags = '{}' AND updated_at IS NULL AND sent_hash IS NULL`,
    );
    expect(count).toBe(3 * OLD_TRADES);
    const migrated = await schemaOf();

    for (const _ of migrations.slice(RELEASED.length)) await db.undoLastMigration();
    expect(await schemaOf()).toEqual(previous);
    expect(await db.query('SELECT count(*)::int FROM trades')).toEqual([{ count: 3 * OLD_TRADES }]);
    await migrate(db);
    expect(await schemaOf()).toEqual(migrated);
    await migrate(db);
    expect(await schemaOf()).toEqual(migrated);
    await before.destroy();
  });
});

describe('a migration', () => {
  it('with the name of another migration is refused at the start', async () => {
    const [earlier] = migrations;
    class Copied1790000000000 implements MigrationInterface {
      readonly name = new earlier!().name;
      up = () => Promise.resolve();
      down = () => Promise.resolve();
    }
    const next = await connect([...migrations, Copied1790000000000]);
    await expect(migrate(next)).rejects.toThrow(
      `Two migrations have the name ${new earlier!().name}. The second migration would never run: rename it.`,
    );
    await next.destroy();
  });

  it('without a name is refused at the start with an error message', async () => {
    class Nameless1790000000000 implements MigrationInterface {
      up = () => Promise.resolve();
      down = () => Promise.resolve();
    }
    const next = await connect([...migrations, Nameless1790000000000]);
    await expect(migrate(next)).rejects.toThrow(
      'The migration Nameless1790000000000 has no name: add "readonly name = \'Nameless1790000000000\'" to its class.',
    );
    await next.destroy();
  });
});

describe('indexes that are built outside the migrations', () => {
  /** Creates a table with this number of rows, which all have the same value. */
  async function aTable(name: string, rows: number): Promise<Index> {
    await db.query(`CREATE TABLE ${name} (value integer NOT NULL)`);
    await db.query(`INSERT INTO ${name} SELECT 1 FROM generate_series(1, ${rows})`);
    return { name: `${name}_by_value`, table: name, columns: 'value' };
  }

  it('are built right after the migrations if their table is empty, and otherwise by ensureIndexes', async () => {
    const [empty, filled] = [await aTable('empty_one', 0), await aTable('filled_one', 10)];
    await Promise.all([db, second].map((one) => indexEmptyTables(one, [empty, filled])));
    expect([await isValid(empty), await isValid(filled)]).toEqual([true, null]);
    await ensureIndexes(db, { indexes: [empty, filled] });
    expect(await isValid(filled)).toBe(true);
  });

  it('are rebuilt if an interrupted build has left an invalid index', async () => {
    const index = await aTable('leftover', 1000);
    await expect(
      db.query(`CREATE UNIQUE INDEX CONCURRENTLY ${index.name} ON ${index.table} (${index.columns})`),
    ).rejects.toThrow('could not create unique index');
    expect(await isValid(index)).toBe(false);
    await ensureIndexes(db, { indexes: [index] });
    expect(await isValid(index)).toBe(true);
  });

  it('are built once by instances that start at the same time, with or without an invalid index left behind', async () => {
    const indexes = [await aTable('raced', 50_000), await aTable('raced_leftover', 50_000)];
    await db
      .query(`CREATE UNIQUE INDEX CONCURRENTLY raced_leftover_by_value ON raced_leftover (value)`)
      .catch(() => undefined);
    await Promise.all([db, second, db, second, db, second].map((one) => ensureIndexes(one, { indexes })));
    for (const index of indexes) expect(await isValid(index)).toBe(true);
  });

  it('have the access method and the uniqueness that their definition states', async () => {
    const { table } = await aTable('defined', 1);
    const hash = { name: 'defined_hash', table, columns: 'value', method: 'hash' };
    const unique = { name: 'defined_once', table, columns: 'value', isUnique: true };
    await ensureIndexes(db, { indexes: [hash, unique] });
    const rows = await db.query<{ indexdef: string }[]>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = '${table}' ORDER BY indexname`,
    );
    expect(rows.map(({ indexdef }) => indexdef)).toEqual([
      'CREATE INDEX defined_hash ON public.defined USING hash (value)',
      'CREATE UNIQUE INDEX defined_once ON public.defined USING btree (value)',
    ]);
  });

  if (!isEmbedded)
    it('are built only after an open transaction that writes has ended, but do not block other writers meanwhile', async () => {
      const index = await aTable('written', 1000);
      const writer = db.createQueryRunner();
      await writer.startTransaction();
      await writer.query('INSERT INTO written VALUES (2)');
      let isBuilt = false;
      const building = ensureIndexes(second, { indexes: [index] }).then(() => (isBuilt = true));
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`;
      while ((await db.query<unknown[]>(waiting)).length === 0);
      await db.query('INSERT INTO written VALUES (3)');
      expect(isBuilt).toBe(false);
      await writer.commitTransaction();
      await writer.release();
      await building;
      expect(await isValid(index)).toBe(true);
    });

  if (!isEmbedded)
    it('are not built while another index of their table is being built, because two builds would cause a deadlock', async () => {
      const first = await aTable('contended', 1000);
      const behind = { ...first, name: 'contended_behind' };
      const writer = db.createQueryRunner();
      await writer.startTransaction();
      await writer.query('INSERT INTO contended VALUES (2)');
      const building = createConcurrently(db, first);
      while (!(await isBuilding(second, 'contended')));
      await createConcurrently(second, behind);
      expect([await isValid(first), await isValid(behind)]).toEqual([false, null]);
      await writer.commitTransaction();
      await writer.release();
      await building;
      expect(await isValid(first)).toBe(true);
    });

  describe('that are obsolete', () => {
    /** Creates an index as an older version did, and returns it together with the index that replaces it. */
    async function aReplacement(table: string) {
      const old = await aTable(table, 1000);
      await ensureIndexes(db, { indexes: [old] });
      const index = { ...old, name: `${table}_better` };
      return { old, index, lists: { indexes: [index], obsolete: [old.name, 'never_there'] } };
    }

    it('are dropped after their replacements are valid', async () => {
      const { old, index, lists } = await aReplacement('replaced');
      const impossible = { ...index, columns: 'no_such_column' };
      await expect(ensureIndexes(db, { ...lists, indexes: [impossible] })).rejects.toThrow('no_such_column');
      expect(await isValid(old)).toBe(true);
      await ensureIndexes(db, lists);
      expect([await isValid(index), await isValid(old)]).toEqual([true, null]);
    });

    it('are dropped even if an earlier drop was interrupted, or if instances start together', async () => {
      const { old, index, lists } = await aReplacement('dropped');
      await db.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${old.name}'::regclass`);
      await Promise.all([db, second, db, second].map((one) => ensureIndexes(one, lists)));
      expect([await isValid(index), await isValid(old)]).toEqual([true, null]);
    });

    it('are dropped again after an instance of the older version has rebuilt them', async () => {
      const { old, index, lists } = await aReplacement('rebuilt');
      const older = { indexes: [old] };
      await Promise.all([ensureIndexes(db, lists), ensureIndexes(second, older)]);
      await ensureIndexes(second, older);
      expect(await isValid(old)).toBe(true);
      await ensureIndexes(db, lists);
      expect([await isValid(index), await isValid(old)]).toEqual([true, null]);
    });
  });
});
