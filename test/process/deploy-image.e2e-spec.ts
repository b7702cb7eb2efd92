import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Image, imageOf } from '../support/dockerfile.js';
import { freePort } from '../support/free-port.js';
import { importsOf, makeProductionTree, makeReadOnly } from '../support/production-tree.js';
import { aDatabase, cleanUp, hasServer } from '../support/service-process.js';

/** Runs the steps of the Dockerfile without a container engine: the same files, user, environment and commands. */
process.stderr.write(
  'Not checked: the image itself, which needs a container engine. Its steps run without one.\n',
);

/** Value of the build argument COMMIT. The build records this value in the image. */
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('Not checked: the user of the image, which only root can switch to.\n');

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
  await writeFile(join(app, 'dist/src/commit.txt'), COMMIT);
  await makeReadOnly(app);
  await chmod(root, 0o755);
  if (isRoot) await chown(data, image.userId, image.userId);
  environment = {
    PATH: process.env['PATH'] ?? '',
    ...image.environment,
    PORT: String(await freePort()),
    DATA_DIR: data,
    TMPDIR: data,
    HOME: join(root, 'app'),
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

/** Options of Node.js that the version in the image has, but that another version may not have. */
const VERSION_OPTIONS = new Set(['--experimental-async-context-frame']);

const isKnown = (arg: string) => !VERSION_OPTIONS.has(arg) || process.allowedNodeEnvironmentFlags.has(arg);

/** Returns a command of the image that the `node` of this test runs. */
const programOf = ([, ...args]: readonly string[]) => [process.execPath, args.filter(isKnown)] as const;

async function start(
  program: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(program, args, { ...asUser(), detached: true });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  while (!text.includes('"msg":"listening"')) {
    if (child.exitCode !== null) throw new Error(text);
    await delay(50);
  }
  return { child, output: () => text };
}

const healthCheck = () => spawnSync(...programOf(image.healthCheck), asUser()).status;

it('the image contains every package and every file that the build imports', async () => {
  const { packages, files } = await importsOf(join(root, 'app/dist/src'));
  expect(packages).toContain('@nestjs/common');
  expect(files.size).toBeGreaterThan(100);
  const missing = [
    ...[...packages].map((name) => join(root, 'app/node_modules', name, 'package.json')),
    ...files,
  ].filter((file) => !existsSync(file));
  expect(missing).toEqual([]);
});

it('the image contains neither files that are needed only for building and testing, nor the venue double', () => {
  for (const name of ['jest', '@nestjs/cli', 'oxlint', 'supertest']) {
    expect(existsSync(join(root, 'app/node_modules', name))).toBe(false);
  }
  const compiler = [
    resolve('node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.build.json',
    '--listFilesOnly',
  ];
  const { stdout } = spawnSync(process.execPath, compiler, { encoding: 'utf8' });
  const compiled = stdout.split('\n').filter((file) => file.startsWith(`${process.cwd()}/`));
  const own = compiled.map((file) => file.slice(process.cwd().length + 1).split('/')[0]);
  expect(new Set(own)).toEqual(new Set(['node_modules', 'src', 'desk', 'ormconfig.ts']));
});

it('the image starts as an unprivileged user on a read-only tree, is healthy, serves, and exits on SIGTERM', async () => {
  const { child, output } = await start(...programOf(image.command));
  try {
    expect(healthCheck()).toBe(0);
    const url = `http://127.0.0.1:${environment['PORT']}`;
    const { commit } = (await (await fetch(`${url}/health/live`)).json()) as { commit: string };
    expect(commit).toBe(COMMIT);
    expect(JSON.parse(output().split('\n', 1)[0]!)).toMatchObject({ msg: 'starting', commit });
    const [, key = ''] = /API key is\s+(bss_[\w-]+)/.exec(output()) ?? [];
    const metrics = await fetch(`${url}/metrics`, { headers: { 'x-api-key': key } });
    expect(await metrics.text()).toMatch(
      new RegExp(`^backtest_build_info\\{.*commit="${COMMIT}"\\} 1$`, 'm'),
    );
    const answer = await fetch(`${url}/projects`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Breakout', symbol: 'BTCUSDT', timeframe: '15m' }),
    });
    expect(answer.status).toBe(201);
    await answer.text();
    expect(await (await fetch(`${url}/desk/`)).text()).toContain('<title>Review desk</title>');
    const directory = environment['DATA_DIR'] ?? '';
    // The file name depends on the database.
    const files = (await readdir(directory)).filter((name) => name.startsWith('api-key'));
    expect(files).toHaveLength(1);
    const file = join(directory, files[0]!);
    expect(await readFile(file, 'utf8')).toBe(`${key}\n`);
    if (isRoot) expect((await stat(file)).uid).toBe(image.userId);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(healthCheck()).toBe(1);
});

it('the image cannot write to the directory of the program', () => {
  const write = ['node', '-e', "require('fs').writeFileSync('dist/src/written', '')"];
  const { status, stderr } = spawnSync(...programOf(write), { ...asUser(), encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('EACCES');
});

/** Runs npm like `docker compose exec` and `kubectl exec`, where npm cannot write to its home directory. */
const npm = (...args: readonly string[]) =>
  ['npm', ['run', '--silent', ...args]] as const satisfies Parameters<typeof start>;

const runNpm = (...args: readonly string[]) => spawnSync(...npm(...args), { ...asUser(), encoding: 'utf8' });

it('the image runs npm run keys, candles, database and workspace', () => {
  const created = runNpm('keys', '--', 'create', '--name', 'laptop');
  expect(created).toMatchObject({ status: 0, stdout: expect.stringMatching(/bss_/), stderr: '' });
  expect(runNpm('keys', '--', 'list')).toMatchObject({ status: 0, stdout: expect.stringMatching(/laptop/) });
  expect(runNpm('candles', '--', 'list')).toMatchObject({ status: 0, stderr: '' });
  expect(runNpm('database', '--', 'migrate')).toMatchObject({ status: 0, stderr: '' });
  const listed = { status: 0, stdout: expect.stringMatching(/^default /m), stderr: '' };
  expect(runNpm('workspace', '--', 'list')).toMatchObject(listed);
});

it('the image runs npm start', async () => {
  const { child } = await start(...npm('start'));
  expect(healthCheck()).toBe(0);
  // The shell that npm starts does not pass the signal on, so the whole process group gets it, as with Ctrl-C.
  process.kill(-child.pid!, 'SIGINT');
  await once(child, 'close');
  expect(healthCheck()).toBe(1);
});

it('the image runs npm run demo', () => {
  const demo = runNpm('demo', '--', '--once');
  expect(demo).toMatchObject({ status: 0, stdout: expect.stringMatching(/win rate/) });
});
