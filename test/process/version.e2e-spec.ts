import { WITH_KEY, aDataDirectory, cleanUp, startService } from '../support/service-process.js';

afterAll(cleanUp);

it('the first line of the log names the version of the service', async () => {
  const service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
  const { body } = await service.get('/health/live', '');
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
  const [first = ''] = service.output().split('\n');
  expect(JSON.parse(first)).toMatchObject({ msg: 'starting', version: body.version, node: process.version });
});
