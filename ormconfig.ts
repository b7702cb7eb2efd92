import { loadEnvironment } from './src/platform/config/load-environment.js';
import { entities } from './src/entities.js';
import { createDataSource } from './src/platform/database/data-source.js';
import { embeddedAddress } from './src/platform/database/embedded/embedded-postgres.js';

/**
 * The data source for TypeORM's own command line, e.g. `npm run typeorm -- migration:show`. With the embedded database
 * it speaks to the service that is running on `DATA_DIR`.
 */
const environment = loadEnvironment();

export default createDataSource(
  environment.DATABASE_URL ? { url: environment.DATABASE_URL } : embeddedAddress(environment.DATA_DIR),
  { poolSize: 1, entities },
);
