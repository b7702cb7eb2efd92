import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { NestLogger, createLogger } from './common/logging.js';
import { Environment } from './config/environment.js';
import { configureApp } from './configure-app.js';
import { OpenDatabase, openDatabase } from './database/open-database.js';
import { ExpressApp } from './http/express-app.js';

export interface RunningApp {
  readonly app: NestExpressApplication;
  readonly database: OpenDatabase;
  readonly logger: Logger;
}

/** The service on an open database, ready to listen. It closes the database when it is closed itself. */
export async function newApp(environment: Environment, database: OpenDatabase): Promise<RunningApp> {
  const logger = createLogger(environment);
  try {
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.with(environment, database),
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

/** The service with the database that its settings name, as main and the demo start it. */
export async function createApp(environment: Environment): Promise<RunningApp> {
  return newApp(environment, await openDatabase(environment, 'service'));
}
