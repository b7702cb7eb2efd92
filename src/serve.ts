import { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { firstRunKey, firstRunKeyFile } from './platform/auth/first-run-key.js';
import { KeysService } from './platform/auth/keys.service.js';
import { sentenceOf } from './shared/problems/sentence-of.js';
import { Environment } from './platform/config/environment.js';
import { loadEnvironment } from './platform/config/load-environment.js';
import { createApp } from './create-app.js';
import { stopOnSignals } from './stop-on-signals.js';
import { PeoplePage } from './platform/http/people-page.js';
import { MetricsServer } from './platform/metrics/metrics-server.js';
import { peoplePages } from './people-pages.js';
import { startTracing } from './platform/tracing/start-tracing.js';

const environment = loadEnvironment();
const stopTracing = await startTracing(environment);
const { app, database, logger } = await createApp(environment).catch(giveUp);

database.ended.catch((error: unknown) => {
  logger.fatal(
    { err: error },
    'the embedded database failed; the service exits, so that a restart can recover it',
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
stopOnSignals(app, logger, stopTracing);
const url = await app.getUrl();
const { desk, docs } = peoplePages(environment, app.get(PeoplePage));
const addressOf = (path: string | undefined) => path && `${url}${path}`;
logger.info({ url, desk: addressOf(desk), docs: addressOf(docs) }, 'listening');

async function showFirstRunKey(app: NestExpressApplication, environment: Environment): Promise<void> {
  if (environment.configuredKeys.length > 0) return;
  const wantedFile = firstRunKeyFile(environment);
  const first = await firstRunKey(app.get(DataSource), app.get(KeysService), wantedFile);
  if (!first) return;
  const { secret, file } = first;
  const other = file === wantedFile ? '' : `${wantedFile} holds another key, which was not changed.\n`;
  process.stdout.write(`\nFirst start: your API key is\n\n  ${secret}\n\nIt is also in ${file}.\n${other}\n`);
}

async function listen(app: NestExpressApplication, { HOST, PORT }: Environment): Promise<void> {
  await app.listen(PORT, HOST).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE'
        ? 'another program listens there; set PORT to a free port'
        : sentenceOf(error);
    throw new Error(`The service cannot listen on ${HOST}:${PORT}: ${why}.`, { cause: error });
  });
}

function giveUp(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
