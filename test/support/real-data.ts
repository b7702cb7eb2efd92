import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Directory with recordings of real markets and trades, beside a checkout. The recordings are not a part of the
 * product.
 */
const REAL_DATA = resolve(process.env['REAL_DATA_DIR'] ?? '../shared/data');

/**
 * Returns the path of a recording. If the recording does not exist, returns null, and the console names what is not
 * checked, once per call.
 * @param misses what is not checked without the recording
 */
export function realData(path: string, misses: string): string | null {
  const file = join(REAL_DATA, path);
  if (existsSync(file)) return file;
  process.stderr.write(`Not checked: ${misses} (no ${path} in ${REAL_DATA}; set REAL_DATA_DIR).\n`);
  return null;
}

/**
 * Returns the names of the files in a directory of recordings. If the directory does not exist, returns one name, so
 * that one test is listed as skipped.
 */
export const namesIn = (directory: string | null): string[] =>
  directory === null ? ['(no recordings)'] : readdirSync(directory);
