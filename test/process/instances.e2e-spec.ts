import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  launch,
  listening,
  query,
  startService,
} from '../support/service-process.js';
import { migrations } from '../../src/platform/database/migrations/index.js';

afterAll(cleanUp);

const PRINTED = /your API key is\s+(bss_[\w-]+)/;

if (hasServer) {
  describe('four instances that start at the same time on a new PostgreSQL database', () => {
    it('all become ready, together run each migration only once, and together create only one key', async () => {
      const DATABASE_URL = await aDatabase();
      const directories = await Promise.all([1, 2, 3, 4].map(aDirectory));
      const instances = await Promise.all(
        directories.map((DATA_DIR) => listening(launch({ DATABASE_URL, DATA_DIR }))),
      );
      const secrets = instances.flatMap((instance) => PRINTED.exec(instance.output())?.slice(1) ?? []);
      expect(secrets).toHaveLength(1);
      for (const instance of instances) {
        expect((await instance.get('/health/ready')).status).toBe(200);
        expect((await instance.get('/projects', secrets[0])).status).toBe(200);
      }
      const written = await Promise.all(
        directories.map(async (directory) =>
          Promise.all((await readdir(directory)).map((file) => readFile(join(directory, file), 'utf8'))),
        ),
      );
      expect(written.flat()).toEqual([`${secrets[0]}\n`]);
      const ran = await query<{ name: string }>(DATABASE_URL, 'SELECT name FROM migrations ORDER BY id');
      expect(ran.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));

      const project = { name: 'Shared', symbol: 'BTCUSDT', timeframe: '1m' };
      await instances[0]!.post('/projects', project, secrets[0]);
      const { body } = await instances[3]!.get('/projects', secrets[0]);
      expect(body.projects).toHaveLength(1);
    });
  });
} else {
  describe('a second instance on the embedded database (four instances on a server if TEST_DATABASE_URL is set)', () => {
    it('is refused, with advice to use a server', async () => {
      const DATA_DIR = await aDirectory();
      const first = await startService({ DATA_DIR });
      const second = launch({ DATA_DIR });
      expect(await second.exited).toEqual({ code: 1, signal: null });
      expect(second.output()).toContain('set DATABASE_URL to share one PostgreSQL server');
      expect((await first.get('/health/ready')).status).toBe(200);
    });
  });
}
