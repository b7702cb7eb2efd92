import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { sentenceOf } from '../common/sentence-of.js';
import { DEFAULT_WORKSPACE } from '../config/configured-keys.js';
import { LOCK_NAMESPACE } from '../database/migrate.js';
import { KeysService } from './keys.service.js';
import { SCOPES } from './principal.js';

const FIRST_KEY_LOCK = 1;

/**
 * On the first start nobody has a key: one is made, stored hashed and written to `DATA_DIR/api-key` (mode 0600).
 * The file is written before the row is committed, so that no key exists that nobody knows; instances that start
 * together make one between them.
 * @returns the secret and its file, to be shown once; null when a stored key exists
 */
export async function firstRunKey(
  dataSource: DataSource,
  keys: KeysService,
  dataDir: string,
): Promise<{ secret: string; file: string } | null> {
  if (await keys.hasStoredKey()) return null;
  return dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, FIRST_KEY_LOCK]);
    if (await keys.hasStoredKey(manager)) return null;
    const wanted = { name: 'first-run', workspace: DEFAULT_WORKSPACE, scopes: SCOPES, expiresAt: null };
    const { secret } = await keys.create(wanted, manager);
    const file = join(resolve(dataDir), 'api-key');
    await writeSecret(file, secret);
    return { secret, file };
  });
}

/** A file that is there already belongs to an earlier database; written over, it would keep whatever mode it has. */
async function writeSecret(file: string, secret: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await rm(file, { force: true });
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new Error(
      `The first API key cannot be written (${sentenceOf(error)}): choose another DATA_DIR, or set API_KEYS.`,
      { cause: error },
    );
  }
}
