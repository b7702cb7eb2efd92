import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { writeFile } from 'node:fs/promises';
import { AppModule } from '../app.module.js';
import { readEnvironment } from '../platform/config/environment.js';
import { entities } from '../entities.js';
import { createDataSource } from '../platform/database/data-source.js';
import { openApiDocument } from '../openapi.js';

/** Writes the OpenAPI document for the default settings to a file. The command needs no database. */
const [file = 'openapi.json'] = process.argv.slice(2);
const environment = readEnvironment({});
const dataSource = createDataSource({ url: 'postgres://unused' }, { poolSize: 1, entities });
const database = {
  dataSource,
  address: { url: '' },
  ended: new Promise<void>(() => undefined),
  close: async () => undefined,
};
const app = await NestFactory.create<NestExpressApplication>(AppModule.with(environment, database), {
  bodyParser: false,
  logger: false,
});
await writeFile(file, `${JSON.stringify(openApiDocument(app, environment), null, 2)}\n`);
