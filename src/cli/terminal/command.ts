import { entities } from '../../entities.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { Environment } from '../../platform/config/environment.js';
import { loadEnvironment } from '../../platform/config/load-environment.js';
import { openDatabase } from '../../platform/database/open-database.js';
import type { SchemaWork } from '../../platform/database/schema-work.js';
import type { DataSource } from 'typeorm';

export const printLine = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Runs a command on the database that the settings name. If a service is running on the embedded database, the command
 * uses the database through this service.
 */
export async function withDatabase(
  run: (dataSource: DataSource, environment: Environment) => Promise<void>,
  work: SchemaWork = { notify: printLine },
): Promise<void> {
  const environment = loadEnvironment();
  const database = await openDatabase(environment, 'command', entities, work);
  try {
    await run(database.dataSource, environment);
  } finally {
    await database.close();
  }
}

/** Runs a command. Reports a failure as a sentence instead of a stack trace, and sets the exit code. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}
