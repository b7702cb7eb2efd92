import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  RunningService,
  Settings,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  query,
  startService,
} from '../support/service-process.js';

afterAll(cleanUp);

const PRINTED = /your API key is\s+(bss_[\w-]+)\s+It is also in (\S+)\.\n/;
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const statusOf = async (service: RunningService, secret: string) =>
  (await service.get('/projects', secret)).status;

/** Returns the key that a first start prints, and the file that the output names. */
async function firstStart(settings: Settings) {
  const service = await startService(settings);
  const [, secret = '', file = ''] = await service.prints(PRINTED);
  return { service, secret, file };
}

describe('the first start', () => {
  it('creates one key if API_KEYS is not set, shows it once, and stores only its hash in the database', async () => {
    const directory = join(await aDirectory(), 'data');
    const settings = { DATA_DIR: directory };
    const { service: first, secret, file } = await firstStart(settings);

    expect(first.output().split(secret)).toHaveLength(2);
    expect(file).toBe(join(directory, 'api-key'));
    expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
    expect(await modeOf(file)).toBe('600');
    expect(await modeOf(directory)).toBe('700');
    expect(await modeOf(join(directory, 'postgres'))).toBe('700');
    expect(await statusOf(first, secret)).toBe(200);
    expect(await statusOf(first, `${secret}x`)).toBe(401);
    const stored = await query(`postgres://postgres@/postgres?host=${directory}`, 'SELECT * FROM api_keys');
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await first.get('/me', secret)).body).toMatchObject({
      scopes: ['read', 'write', 'admin', 'audit', 'delete', 'candles'],
    });
    await first.kill('SIGTERM');

    const second = await startService(settings);
    expect(second.output()).not.toMatch(PRINTED);
    expect(second.output()).not.toContain(secret);
    expect(await statusOf(second, secret)).toBe(200);
  });

  it('never overwrites the key file of another database, and names both files', async () => {
    const directory = await aDataDirectory();
    const earlier = join(directory, 'api-key');
    await writeFile(earlier, 'of another database\n', { mode: 0o644 });
    const { service, secret, file } = await firstStart({ DATA_DIR: directory });
    expect(file).toBe(join(directory, 'api-key-2'));
    expect(service.output()).toContain(`${earlier} holds another key, which was not changed.`);
    expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
    expect(await modeOf(file)).toBe('600');
    expect(await readFile(earlier, 'utf8')).toBe('of another database\n');
    expect(await statusOf(service, secret)).toBe(200);
  });

  it('creates no key if API_KEYS is set', async () => {
    const directory = await aDataDirectory();
    const service = await startService({ DATA_DIR: directory, API_KEYS: 'given' });
    expect(service.output()).not.toMatch(PRINTED);
    await expect(stat(join(directory, 'api-key'))).rejects.toThrow('ENOENT');
    expect(await statusOf(service, 'given')).toBe(200);
    const stored = await query(`postgres://postgres@/postgres?host=${directory}`, 'SELECT * FROM api_keys');
    expect(stored).toEqual([]);
  });
});

if (!hasServer)
  process.stderr.write('Not checked: first keys of several databases (needs TEST_DATABASE_URL).\n');

const unless = hasServer ? it : it.skip;

unless(
  'the first key of the embedded database and the first key of each server are stored in separate files',
  async () => {
    const DATA_DIR = await aDataDirectory();
    const embedded = await firstStart({ DATA_DIR });
    await embedded.service.kill('SIGTERM');

    const url = await aDatabase();
    const { hostname, port, pathname } = new URL(url);
    const server = await firstStart({ DATA_DIR, DATABASE_URL: url });
    const name = `api-key-${hostname}-${port || '5432'}-${pathname.slice(1)}`;
    expect(server.file).toBe(join(DATA_DIR, name));
    expect(await statusOf(server.service, server.secret)).toBe(200);
    await server.service.kill('SIGTERM');

    const files = (await readdir(DATA_DIR)).filter((file) => file.startsWith('api-key'));
    expect(files.toSorted()).toEqual(['api-key', name]);
    const again = await startService({ DATA_DIR });
    expect(await statusOf(again, (await readFile(embedded.file, 'utf8')).trim())).toBe(200);
    await again.kill('SIGTERM');

    // A second, new database has no key, but the key file of the first database is still there.
    await rm(join(DATA_DIR, 'postgres'), { recursive: true });
    const anew = await firstStart({ DATA_DIR });
    expect(anew.file).toBe(join(DATA_DIR, 'api-key-2'));
    expect(await statusOf(anew.service, anew.secret)).toBe(200);
  },
);
