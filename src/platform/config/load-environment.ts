import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { ConfigurationError, Environment, readEnvironment } from './environment.js';

/**
 * Returns the settings of this process, from the environment and the file `.env`. Ends the process if a setting is
 * wrong.
 */
export function loadEnvironment(overrides: Readonly<Record<string, string>> = {}): Environment {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      giveUp(`The file .env cannot be read: ${sentenceOf(error)}`);
  }
  try {
    return readEnvironment({ ...process.env, ...overrides });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return giveUp(error.message);
  }
}

function giveUp(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
