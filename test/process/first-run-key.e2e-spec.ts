import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aDataDirectory, aDirectory, cleanUp, query, startService } from '../support/service-process.js';

afterAll(cleanUp);

const PRINTED = /your API key is\s+(bss_[\w-]+)/;
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the first start without API_KEYS', () => {
  it('makes one key, shows it once, and keeps only its hash', async () => {
    const directory = join(await aDirectory(), 'data');
    const settings = { DATA_DIR: directory };
    const first = await startService(settings);
    const [, secret = ''] = await first.prints(PRINTED);

    expect(first.output().split(secret)).toHaveLength(2);
    expect(await readFile(join(directory, 'api-key'), 'utf8')).toBe(`${secret}\n`);
    expect(await modeOf(join(directory, 'api-key'))).toBe('600');
    expect(await modeOf(directory)).toBe('700');
    expect(await modeOf(join(directory, 'postgres'))).toBe('700');
    expect((await first.get('/projects', secret)).status).toBe(200);
    expect((await first.get('/projects', `${secret}x`)).status).toBe(401);
    const stored = await query(`postgres://postgres@/postgres?host=${directory}`, 'SELECT * FROM api_keys');
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(secret);
    await first.kill('SIGTERM');

    const second = await startService(settings);
    expect(second.output()).not.toMatch(PRINTED);
    expect(second.output()).not.toContain(secret);
    expect((await second.get('/projects', secret)).status).toBe(200);
  });

  it('replaces the key file of an earlier database, whatever its mode was', async () => {
    const directory = await aDataDirectory();
    const file = join(directory, 'api-key');
    await writeFile(file, 'of an earlier database\n', { mode: 0o644 });
    const service = await startService({ DATA_DIR: directory });
    const [, secret = ''] = await service.prints(PRINTED);
    expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
    expect(await modeOf(file)).toBe('600');
  });

  it('makes none when API_KEYS are set', async () => {
    const directory = await aDataDirectory();
    const service = await startService({ DATA_DIR: directory, API_KEYS: 'given' });
    expect(service.output()).not.toMatch(PRINTED);
    await expect(stat(join(directory, 'api-key'))).rejects.toThrow('ENOENT');
    expect((await service.get('/projects', 'given')).status).toBe(200);
    const stored = await query(`postgres://postgres@/postgres?host=${directory}`, 'SELECT * FROM api_keys');
    expect(stored).toEqual([]);
  });
});
