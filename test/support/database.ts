import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { entities } from '../../src/entities.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import type { DatabaseAddress } from '../../src/platform/database/connection/pool-settings.js';
import { embeddedAddress } from '../../src/platform/database/embedded/embedded-postgres.js';
import { poolOf } from '../../src/platform/database/connection/pool-of.js';
import { migrate } from '../../src/platform/database/migrate.js';
import type { OpenDatabase } from '../../src/platform/database/open-database.js';

/**
 * Number of connections of each app. Several instances of an app divide this number, so that the server has enough
 * connections for all suites.
 */
const POOL = Number(process.env['TEST_INSTANCES'] || 1) > 1 ? 2 : 4;

/** Maximum time in ms that a request waits for a connection or a lock. It is long because the machine may be busy. */
const PATIENCE_MS = 600_000;

/** True if this test run uses the embedded database, in which all connections share one session of PostgreSQL. */
export const isEmbedded = process.env['DATABASE_URL'] === undefined;

/** Returns the address of the run's database on a server, or of the embedded database of this Jest worker. */
export function testDatabaseAddress(): DatabaseAddress {
  const { DATABASE_URL, TEST_DATABASES_DIRECTORY = '', JEST_WORKER_ID = '1' } = process.env;
  return DATABASE_URL
    ? { url: DATABASE_URL }
    : embeddedAddress(join(TEST_DATABASES_DIRECTORY, JEST_WORKER_ID));
}

/** Opens and migrates a data source, by default on the run's database. The caller must destroy it. */
export async function openTestDatabase(address = testDatabaseAddress()): Promise<DataSource> {
  const lockWaitMs = 'url' in address ? PATIENCE_MS : 0;
  const dataSource = createDataSource(address, { poolSize: POOL, entities, lockWaitMs });
  await dataSource.initialize();
  poolOf(dataSource).options.connectionTimeoutMillis = PATIENCE_MS;
  await migrate(dataSource);
  return dataSource;
}

/** Opens the database as the service does. */
export async function openDatabaseForApp(address = testDatabaseAddress()): Promise<OpenDatabase> {
  const dataSource = await openTestDatabase(address);
  return {
    dataSource,
    address,
    ended: new Promise(() => undefined),
    close: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}
