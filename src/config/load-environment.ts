import { ConfigurationError, Environment, readEnvironment } from './environment.js';

/** The settings of this process: the environment, and what a file `.env` adds to it. Ends the process when they are wrong. */
export function loadEnvironment(overrides: Readonly<Record<string, string>> = {}): Environment {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return readEnvironment({ ...process.env, ...overrides });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
