import { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { firstRunKey } from './auth/first-run-key.js';
import { KeysService } from './auth/keys.service.js';
import { sentenceOf } from './common/sentence-of.js';
import { Environment } from './config/environment.js';
import { loadEnvironment } from './config/load-environment.js';
import { createApp } from './create-app.js';
import { endOnSignals } from './end-on-signals.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { DOCS_PATH } from './openapi.js';
import { startTracing } from './tracing/start-tracing.js';

const environment = loadEnvironment();
const stopTracing = await startTracing(environment);
const { app, database, logger } = await createApp(environment).catch(giveUp);

database.ended.catch((error: unknown) => {
  logger.fatal(
    { err: error },
    'the embedded database died; the service ends, so that a restart can recover it',
  );
  process.exit(1);
});

try {
  await showFirstRunKey(app, environment);
  await listen(app, environment);
  await app.get(MetricsServer).listen();
} catch (error) {
  await app.close().catch(() => undefined);
  giveUp(error);
}
endOnSignals(app, logger, stopTracing);
logger.info({ url: await app.getUrl(), docs: `${environment.BASE_PATH}${DOCS_PATH}` }, 'listening');

async function showFirstRunKey(
  app: NestExpressApplication,
  { configuredKeys, DATA_DIR }: Environment,
): Promise<void> {
  if (configuredKeys.length > 0) return;
  const first = await firstRunKey(app.get(DataSource), app.get(KeysService), DATA_DIR);
  if (!first) return;
  process.stdout.write(
    `\nFirst start: your API key is\n\n  ${first.secret}\n\nIt is kept in ${first.file}.\n\n`,
  );
}

async function listen(app: NestExpressApplication, { HOST, PORT }: Environment): Promise<void> {
  await app.listen(PORT, HOST).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE'
        ? 'something else listens there; set PORT to a free one'
        : sentenceOf(error);
    throw new Error(`The service cannot listen on ${HOST}:${PORT}: ${why}.`, { cause: error });
  });
}

function giveUp(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
