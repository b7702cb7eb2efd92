import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestApp, startTestApp } from './support/app.js';
import { aDirectory, cleanUp } from './support/service-process.js';

const run = promisify(execFile);

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  await t.close();
  await cleanUp();
});

describe('the worked example of docs/selection.md', () => {
  it('prints the numbers that the page shows', async () => {
    const page = await readFile(new URL('../docs/selection.md', import.meta.url), 'utf8');
    const [script] = /(?<=```js\n).*?(?=```)/s.exec(page)!;
    const [output] = /(?<=```text\n).*?(?=```)/s.exec(page)!;
    const file = join(await aDirectory(), 'example.mjs');
    await writeFile(file, script);
    const { port } = t.app.getHttpServer().address() as AddressInfo;
    const env = { ...process.env, SERVICE_URL: `http://127.0.0.1:${port}`, API_KEY: t.secrets.own };
    const { stdout } = await run(process.execPath, [file], { env });
    expect(stdout).toBe(output);
  });
});
