import { DataSource } from 'typeorm';
import { entities } from '../../src/entities.js';
import { createDataSource } from '../../src/database/data-source.js';
import type { DatabaseAddress } from '../../src/database/connection/pool-settings.js';
import { embeddedAddress } from '../../src/database/embedded/embedded-postgres.js';
import { poolOf } from '../../src/database/connection/pool-of.js';
import { migrate } from '../../src/database/migrate.js';
import type { OpenDatabase } from '../../src/database/open-database.js';

/** Connections of each app; several instances of it share them, so that a server has enough for all suites. */
const POOL = Number(process.env['TEST_INSTANCES'] || 1) > 1 ? 2 : 4;

/** How long a request waits for a connection or a lock: on a busy machine as long as it must. */
const PATIENCE_MS = 600_000;

/** Whether this run is on the embedded database, where all connections share one backend. */
export const isEmbedded = process.env['DATABASE_URL'] === undefined;

/** The run's database. */
export function testDatabaseAddress(): DatabaseAddress {
  const url = process.env['DATABASE_URL'];
  return url ? { url } : embeddedAddress(process.env['TEST_DATABASE_DIRECTORY'] ?? '');
}

/** A data source with its schema up to date, on the run's database unless another one is named; the caller destroys it. */
export async function openTestDatabase(address = testDatabaseAddress()): Promise<DataSource> {
  const lockWaitMs = 'url' in address ? PATIENCE_MS : 0;
  const dataSource = createDataSource(address, { poolSize: POOL, entities, lockWaitMs });
  await dataSource.initialize();
  poolOf(dataSource).options.connectionTimeoutMillis = PATIENCE_MS;
  await migrate(dataSource);
  return dataSource;
}

/** The same as the service opens it. */
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
