import { DataSource } from 'typeorm';
import { firstRunKey } from './auth/first-run-key.js';
import { KeysService } from './auth/keys.service.js';
import { loadEnvironment } from './config/load-environment.js';
import { createApp } from './create-app.js';
import { DOCS_PATH } from './openapi.js';

/** A gateway keeps its connections for a minute; ours must outlive them, or requests are lost in between. */
const KEEP_ALIVE_MS = 75_000;

const environment = loadEnvironment();
const { app, database, logger } = await createApp(environment).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

if (environment.configuredKeys.length === 0) {
  const first = await firstRunKey(app.get(DataSource), app.get(KeysService), environment.DATA_DIR);
  if (first)
    process.stdout.write(
      `\nFirst start: your API key is\n\n  ${first.secret}\n\nIt is kept in ${first.file}.\n\n`,
    );
}

database.ended.catch((error: unknown) => {
  logger.fatal(
    { err: error },
    'the embedded database died; the service ends, so that a restart can recover it',
  );
  process.exit(1);
});

await app.listen(environment.PORT, environment.HOST);
app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
logger.info({ url: await app.getUrl(), docs: `${environment.BASE_PATH}${DOCS_PATH}` }, 'listening');
