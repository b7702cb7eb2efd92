import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Image, imageOf } from './support/dockerfile.js';
import { aFreePort } from './support/nginx.js';
import { importedPackages, makeProductionTree, makeReadOnly } from './support/production-tree.js';
import { aDatabase, cleanUp, hasServer } from './support/service-process.js';

/** The image's steps without a container engine: the same files, user, environment and commands. */
process.stderr.write(
  'Not checked: the image itself (that needs a container engine); its steps are run without one.\n',
);

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stderr.write('Not checked: the user of the image (only root can become another user).\n');

let root: string;
let image: Image;
let environment: Record<string, string>;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bss-'));
  image = await imageOf('deploy/Dockerfile');
  const [app, data] = [join(root, 'app'), join(root, 'data')];
  await mkdir(app);
  await mkdir(data, { mode: 0o700 });
  await makeProductionTree(app);
  await makeReadOnly(app);
  await chmod(root, 0o755);
  if (isRoot) await chown(data, image.userId, image.userId);
  environment = {
    PATH: process.env['PATH'] ?? '',
    ...image.environment,
    PORT: String(await aFreePort()),
    DATA_DIR: data,
    VENUE_MODE: 'offline',
    ...(hasServer && { DATABASE_URL: await aDatabase() }),
  };
});
afterAll(async () => {
  await cleanUp();
  if (!isRoot) spawnSync('chmod', ['-R', 'u+w', root]);
  await rm(root, { recursive: true, force: true });
});

const asUser = () => ({
  cwd: join(root, 'app'),
  env: environment,
  ...(isRoot && { uid: image.userId, gid: image.userId }),
});

/** A command of the image, its `node` being the one that runs this test. */
const programOf = ([, ...args]: readonly string[]) => [process.execPath, args] as const;

async function start(): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(...programOf(image.command), asUser());
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  while (!text.includes('"msg":"listening"')) {
    if (child.exitCode !== null) throw new Error(text);
    await delay(50);
  }
  return { child, output: () => text };
}

const healthCheck = () => spawnSync(...programOf(image.healthCheck), asUser()).status;

it('has every package that the build imports', async () => {
  const packages = await importedPackages(join(root, 'app/dist/src'));
  expect(packages.has('@nestjs/common')).toBe(true);
  const missing = [...packages].filter(
    ([name]) => !existsSync(join(root, 'app/node_modules', name, 'package.json')),
  );
  expect(missing).toEqual([]);
});

it('has nothing that only building and testing needs', () => {
  for (const name of ['jest', '@nestjs/cli', 'oxlint', 'supertest']) {
    expect(existsSync(join(root, 'app/node_modules', name))).toBe(false);
  }
});

it('starts as an unprivileged user on a read-only tree, is healthy, serves, and ends by SIGTERM', async () => {
  const { child, output } = await start();
  try {
    expect(healthCheck()).toBe(0);
    const url = `http://127.0.0.1:${environment['PORT']}`;
    const [, key = ''] = /API key is\s+(bss_[\w-]+)/.exec(output()) ?? [];
    const answer = await fetch(`${url}/projects`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Breakout', symbol: 'BTCUSDT', timeframe: '15m' }),
    });
    expect(answer.status).toBe(201);
    await answer.text();
    const file = join(environment['DATA_DIR'] ?? '', 'api-key');
    expect(await readFile(file, 'utf8')).toBe(`${key}\n`);
    if (isRoot) expect((await stat(file)).uid).toBe(image.userId);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(healthCheck()).toBe(1);
});

it('cannot write where the program is', () => {
  const write = ['node', '-e', "require('fs').writeFileSync('dist/src/written', '')"];
  const { status, stderr } = spawnSync(...programOf(write), { ...asUser(), encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('EACCES');
});

it.each(['keys', 'candles'])('has the command %s', (command) => {
  const started = spawnSync(process.execPath, [`dist/src/cli/${command}.js`, 'list'], {
    ...asUser(),
    encoding: 'utf8',
  });
  expect({ status: started.status, stderr: started.stderr }).toEqual({ status: 0, stderr: '' });
});
