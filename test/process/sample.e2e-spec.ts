import { execFile } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/openapi-document.js';
import {
  KEY,
  type Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  startService,
} from '../support/service-process.js';

const execute = promisify(execFile);

afterAll(cleanUp);

/** The sample, with types generated from openapi.json, compiled like `npm run sample`. */
async function compiledSample(): Promise<string> {
  const directory = await aDirectory();
  const sample = join(directory, 'samples/front-end');
  for (const name of ['package.json', 'openapi.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(directory, name));
  await cp(join(ROOT, 'samples'), join(directory, 'samples'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const tool = (path: string, ...args: string[]) =>
    execute(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: directory });
  await tool('openapi-typescript/bin/cli.js', 'openapi.json', '-o', join(sample, 'schema.ts'));
  await tool('typescript/bin/tsc', '-p', sample);
  return join(directory, 'dist/samples/front-end/main.js');
}

describe('the sample of a front end', () => {
  it('compiles with types generated from the document, and every step of the sample works', async () => {
    const main = await compiledSample();
    const database: Settings = hasServer
      ? { DATABASE_URL: await aDatabase() }
      : { DATA_DIR: await aDataDirectory() };
    const { url } = await startService({ ...WITH_KEY, ...database });
    const { stdout } = await execute(process.execPath, [main], {
      env: { ...process.env, BASE_URL: url, API_KEY: KEY },
    });
    expect(stdout).toMatch(/^Created project [^]*Deleted everything again\n$/);
  });
});
