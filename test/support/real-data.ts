import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Directory for recordings of real markets and trades, beside a checkout. They are not part of the product. */
const REAL_DATA = resolve(process.env['REAL_DATA_DIR'] ?? '../shared/data');

/**
 * Returns the path of a recording, or null if it does not exist. In this case the console says what is not checked,
 * once per call.
 * @param misses what is not checked without it
 */
export function realData(path: string, misses: string): string | null {
  const file = join(REAL_DATA, path);
  if (existsSync(file)) return file;
  process.stderr.write(`Not checked: ${misses} (no ${path} in ${REAL_DATA}; set REAL_DATA_DIR).\n`);
  return null;
}

/**
 * Returns the names of the files in a directory of recordings, or one name for a skipped test if the directory does
 * not exist.
 */
export const namesIn = (directory: string | null): string[] =>
  directory === null ? ['(no recordings)'] : readdirSync(directory);
