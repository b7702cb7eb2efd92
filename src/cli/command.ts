import { sentenceOf } from '../common/sentence-of.js';
import { Environment } from '../config/environment.js';
import { loadEnvironment } from '../config/load-environment.js';
import { openDatabase } from '../database/open-database.js';
import type { DataSource } from 'typeorm';

/** Runs a command on the database that the settings name; with the embedded one, that of a running service is used. */
export async function withDatabase(
  run: (dataSource: DataSource, environment: Environment) => Promise<void>,
): Promise<void> {
  const environment = loadEnvironment();
  const database = await openDatabase(environment, 'command');
  try {
    await run(database.dataSource, environment);
  } finally {
    await database.close();
  }
}

/** Ends the process with a sentence instead of a stack. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}
