import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  KEY,
  type Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  cleanUp,
  hasServer,
  startService,
} from '../support/service-process.js';
import { aCheckout, npm } from '../support/typescript-client.js';

const execute = promisify(execFile);

afterAll(cleanUp);

describe('the sample of a front end', () => {
  it('compiles with the client that it installs from the repository, and every step of the sample works', async () => {
    const checkout = await aCheckout();
    await npm(checkout, 'run', 'presample');
    const database: Settings = hasServer
      ? { DATABASE_URL: await aDatabase() }
      : { DATA_DIR: await aDataDirectory() };
    const { url } = await startService({ ...WITH_KEY, ...database });
    const { stdout } = await execute(process.execPath, [join(checkout, 'samples/front-end/dist/main.js')], {
      env: { ...process.env, BASE_URL: url, API_KEY: KEY },
    });
    expect(stdout).toMatch(/^Created project [^]*Deleted everything again\n$/);
  });
});
