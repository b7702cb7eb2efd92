import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { COMMIT, VERSION } from './platform/config/version.js';
import { NestLogger, createLogger } from './logging.js';
import { Environment } from './platform/config/environment.js';
import { configureApp } from './configure-app.js';
import { OpenDatabase, openDatabase } from './platform/database/open-database.js';
import { entities } from './entities.js';
import { ExpressApp } from './platform/http/express-app.js';

export interface RunningApp {
  readonly app: NestExpressApplication;
  readonly database: OpenDatabase;
  readonly logger: Logger;
}

/**
 * Creates the service on an open database, ready to listen. Closing the service closes the database.
 * @param optional the features beyond the contract. Default: all
 */
export async function newApp(
  environment: Environment,
  database: OpenDatabase,
  logger = createLogger(environment),
  optional?: readonly Type[],
): Promise<RunningApp> {
  try {
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.with(environment, database, optional),
      new ExpressApp(),
      { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) },
    );
    configureApp(app, environment, logger);
    return { app, database, logger };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database that the settings name and creates the service on it. */
export async function createApp(environment: Environment): Promise<RunningApp> {
  const logger = createLogger(environment);
  logger.info({ version: VERSION, commit: COMMIT, node: process.version }, 'starting');
  const notify = (sentence: string) => logger.warn(sentence);
  return newApp(environment, await openDatabase(environment, 'service', entities, { notify }), logger);
}
