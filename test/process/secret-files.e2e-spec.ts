import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Settings,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  launch,
  runToEnd,
  startService,
} from '../support/service-process.js';

afterAll(cleanUp);

const SECRET = 'never-to-be-shown';

it('the service and the commands can read secrets from files', async () => {
  const directory = await aDirectory();
  const fileWith = async (name: string, content: string): Promise<string> => {
    const file = join(directory, name);
    await writeFile(file, content, { mode: 0o400 });
    return file;
  };
  const settings: Settings = {
    ...(hasServer
      ? { DATABASE_URL_FILE: await fileWith('url', `${await aDatabase()}\n`) }
      : { DATA_DIR: await aDataDirectory() }),
    API_KEYS_FILE: await fileWith('keys', `${SECRET}\n`),
  };
  const service = await startService(settings);
  expect((await service.get('/projects', SECRET)).status).toBe(200);
  const created = await runToEnd('cli/keys.js', ['create', '--name', 'laptop'], settings);
  expect(created.code).toBe(0);
  const [secret = ''] = /bss_[\w-]{43}/.exec(created.output) ?? [];
  expect((await service.get('/projects', secret)).status).toBe(200);
  expect(service.output()).not.toContain(SECRET);
});

it('the service and the commands exit with a message if a secret is given twice or cannot be read', async () => {
  const file = join(await aDirectory(), SECRET);
  await writeFile(file, SECRET);
  await chmod(file, 0o400);
  const twice: Settings = { API_KEYS: SECRET, API_KEYS_FILE: file, DATABASE_URL_FILE: `${file}-of-another` };
  const program = launch(twice);
  expect(await program.exited).toEqual({ code: 1, signal: null });
  const message =
    'The settings are not valid:\n' +
    '  - API_KEYS and API_KEYS_FILE cannot both be set\n' +
    '  - DATABASE_URL_FILE cannot be read: there is no such file\n';
  expect(program.output()).toBe(message);
  expect(await runToEnd('cli/keys.js', ['list'], twice)).toMatchObject({ code: 1, output: message });
});
