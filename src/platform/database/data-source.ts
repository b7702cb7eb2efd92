import pg from 'pg';
import { DataSource, DataSourceOptions, EntityTarget, ObjectLiteral } from 'typeorm';
import { migrations } from './migrations/index.js';
import { type DatabaseAddress, type PoolLimits, poolSettings } from './connection/pool-settings.js';
import { SharedPool } from './connection/shared-pool.js';
import { SnakeNaming } from './snake-naming.js';

export interface ConnectionSettings extends PoolLimits {
  /** Tables that are read and written through repositories. */
  readonly entities?: readonly EntityTarget<ObjectLiteral>[];
}

export function createDataSource(
  address: DatabaseAddress,
  { entities = [], ...limits }: ConnectionSettings,
): DataSource {
  return new DataSource({
    type: 'postgres',
    // The connections of the embedded database share one session, so they need no shares per workspace.
    driver: 'url' in address ? { ...pg, Pool: SharedPool } : pg,
    entities: [...entities] as DataSourceOptions['entities'],
    migrations,
    migrationsTableName: 'migrations',
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    poolErrorHandler: () => undefined,
    // TypeORM passes these settings on to pg.
    extra: poolSettings(address, limits),
  });
}
