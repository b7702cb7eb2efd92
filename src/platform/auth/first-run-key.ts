import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { byCommand } from '../audit/author.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { DEFAULT_WORKSPACE } from '../config/configured-keys.js';
import { locationOf } from '../config/database-url.js';
import { Environment } from '../config/environment.js';
import { LOCK_NAMESPACE } from '../database/migrate.js';
import { KeysService } from './keys.service.js';
import { SCOPES } from './principal.js';

const FIRST_KEY_LOCK = 1;

/**
 * Maximum length of a file name in bytes. File systems allow 255 bytes. The remaining bytes are for a number that may
 * be added.
 */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the path of the file for a database's first key: `DATA_DIR/api-key` for the embedded database, and
 * `DATA_DIR/api-key-HOST-PORT-DATABASE` for a server. The keys of two databases therefore do not overwrite each other.
 */
export function firstRunKeyFile({ DATA_DIR, DATABASE_URL }: Environment): string {
  if (!DATABASE_URL) return join(resolve(DATA_DIR), 'api-key');
  const { host, port, database } = locationOf(DATABASE_URL);
  const name = ['api-key', host, port, database].join('-').replaceAll(/[^\w.-]+/g, '_');
  return join(resolve(DATA_DIR), name.slice(0, MAX_NAME_LENGTH));
}

/**
 * Creates the first key if no key is stored: stores the hash of the key, and writes the key to a file (mode 0600). The
 * file is written before the row is committed, so that the secret of a stored key is never lost. Instances that start
 * at the same time create only one key.
 * @param wantedFile if this file exists, a number is added to its name, because the file may contain the only copy of
 * another database's key
 * @returns the secret and its file, to be shown once; null if a key is already stored
 */
export async function firstRunKey(
  dataSource: DataSource,
  keys: KeysService,
  wantedFile: string,
): Promise<{ readonly secret: string; readonly file: string } | null> {
  if (await keys.hasStoredKey()) return null;
  return dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, FIRST_KEY_LOCK]);
    if (await keys.hasStoredKey(manager)) return null;
    const key = { name: 'first-run', workspace: DEFAULT_WORKSPACE, scopes: SCOPES, expiresAt: null };
    const { secret } = await keys.createWithin(manager, key, byCommand('start'));
    return { secret, file: await writeSecret(wantedFile, secret) };
  });
}

/**
 * Writes the secret to a new file.
 * @returns the path of the file
 */
async function writeSecret(wantedFile: string, secret: string): Promise<string> {
  try {
    await mkdir(dirname(wantedFile), { recursive: true, mode: 0o700 });
    for (let number = 1; ; number += 1) {
      const file = number === 1 ? wantedFile : `${wantedFile}-${number}`;
      if (await isCreated(file, `${secret}\n`)) return file;
    }
  } catch (error) {
    throw new Error(
      `The first API key cannot be written (${sentenceOf(error)}). Choose another DATA_DIR, or set API_KEYS.`,
      { cause: error },
    );
  }
}

async function isCreated(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
