import { DataSource } from 'typeorm';
import { entities } from '../../src/entities.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrations } from '../../src/platform/database/migrations/index.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';

const OLD = migrations.slice(0, -1);
const LAST = 'CandlesScope1760000000020';
const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;

let own: OwnDatabase;
let db: DataSource;
beforeAll(async () => {
  own = await anOwnDatabase();
  const { options } = createDataSource(own.address, { poolSize: 3, entities });
  const earlier = await new DataSource({ ...options, migrations: OLD }).initialize();
  await migrate(earlier);
  await earlier.destroy();
  db = await new DataSource({ ...options, migrations }).initialize();
  await db.query(
    `INSERT INTO workspaces (id, name, created_at) VALUES ($1, 'default', 1), ($2, 'other', 2)`,
    [id(1), id(2)],
  );
});
afterAll(async () => {
  await db?.destroy();
  await own?.remove();
});

interface Key {
  readonly workspace?: number;
  readonly name?: string;
  readonly scopes?: string;
  readonly createdAt?: number;
}

/** Stores keys as the previous version did, migrates, and returns the scopes of the keys. */
async function migrated(keys: readonly Key[]): Promise<string[][]> {
  await db.query('DELETE FROM api_keys');
  for (const [
    i,
    { workspace = 1, name = 'first-run', scopes = 'read,write,admin', createdAt = i },
  ] of keys.entries())
    await db.query(
      `INSERT INTO api_keys (id, workspace_id, name, prefix, hash, scopes, created_at)
       VALUES ($1, $2, $3, '', $4, string_to_array($5, ','), $6)`,
      [id(10 + i), id(workspace), name, `hash ${i}`, scopes, createdAt],
    );
  await migrate(db);
  const scopesOf = async () =>
    (await db.query<{ scopes: string[] }[]>('SELECT scopes FROM api_keys ORDER BY id')).map(
      ({ scopes }) => scopes,
    );
  const after = await scopesOf();
  await db.undoLastMigration();
  expect(await scopesOf()).toEqual(keys.map(({ scopes = 'read,write,admin' }) => scopes.split(',')));
  return after;
}

describe('the migration of the scope candles', () => {
  it('is the last one', () => expect(new (migrations.at(-1)!)().name).toBe(LAST));

  it.each<[string, Key[], number[]]>([
    ['gives the scope to the first-run key', [{}], [0]],
    [
      'gives the scope to a first-run key with all scopes',
      [{ scopes: 'read,write,admin,audit,delete' }],
      [0],
    ],
    ['does not give the scope to a later key of the same name', [{}, {}], [0]],
    ['does not depend on the order of ids', [{ createdAt: 2 }, { createdAt: 1 }], [1]],
    ['does not give the scope to a first key of another name', [{ name: 'laptop' }, {}], []],
    ['does not give the scope to a first key of another workspace', [{ workspace: 2 }, {}], []],
    ['does not give the scope to a key without the scope admin', [{ scopes: 'read,write' }], []],
    ['changes nothing without keys', [], []],
  ])('%s', async (_, keys, given) => {
    const scopes = await migrated(keys);
    expect(scopes.flatMap((all, i) => (all.includes('candles') ? [i] : []))).toEqual(given);
    for (const [i, all] of scopes.entries())
      expect(all.filter((scope) => scope !== 'candles')).toEqual(
        (keys[i]!.scopes ?? 'read,write,admin').split(','),
      );
  });
});
