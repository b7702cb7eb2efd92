import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where recordings of real markets and trades may be, beside a checkout. They are not part of the product. */
const REAL_DATA = resolve(process.env['REAL_DATA_DIR'] ?? '../shared/data');

/**
 * The path of a recording, or null when it is not there: then the console says what stays unchecked, once a call.
 * @param misses what goes unchecked without it
 */
export function realData(path: string, misses: string): string | null {
  const file = join(REAL_DATA, path);
  if (existsSync(file)) return file;
  process.stderr.write(`Not checked: ${misses} (no ${path} in ${REAL_DATA}; set REAL_DATA_DIR).\n`);
  return null;
}

/** The names of the files in a directory of recordings; one name for a test that is skipped when it is not there. */
export const namesIn = (directory: string | null): string[] =>
  directory === null ? ['(no recordings)'] : readdirSync(directory);
