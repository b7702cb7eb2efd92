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
