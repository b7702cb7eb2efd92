import { readFile } from 'node:fs/promises';
import { WITH_KEY, aDataDirectory, cleanUp, startService } from '../support/service-process.js';

afterAll(cleanUp);

it('the first line of the log names the version of the service and the commit of its build', async () => {
  const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
  const { body } = await service.get('/health/live', '');
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(body.commit).toBe(await readFile('dist/src/commit.txt', 'utf8').catch(() => null));
  const [first = ''] = service.output().split('\n');
  const { version, commit } = body;
  expect(JSON.parse(first)).toMatchObject({ msg: 'starting', version, commit, node: process.version });
});

describe('the log line with the addresses of the service', () => {
  const cases = [
    [{}, '/desk/', '/docs'],
    [{ BASE_PATH: '/tools' }, '/tools/desk/', '/tools/docs'],
    [{ DESK: 'off', DOCS: 'off' }, undefined, undefined],
  ] as const;
  it.each(cases)(
    'contains, with the settings %j, the address %s of the desk and the address %s of Swagger UI',
    async (settings, desk, docs) => {
      const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory(), ...settings });
      const line = service
        .output()
        .split('\n')
        .find((text) => text.includes('"msg":"listening"'));
      const { url, ...pages } = JSON.parse(line ?? '{}') as Record<string, string>;
      expect(url).toBe(service.url);
      expect([pages['desk'], pages['docs']]).toEqual([desk && `${url}${desk}`, docs && `${url}${docs}`]);
      for (const page of [desk, docs]) if (page) expect((await service.get(page, '')).status).toBe(200);
    },
  );
});
