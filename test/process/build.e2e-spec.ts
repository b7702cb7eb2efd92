import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { aDirectory, cleanUp } from '../support/service-process.js';

afterAll(cleanUp);

const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.venue.json',
];

/** Creates a checkout with one small program, which is built like `npm run venue`. */
async function aCheckout(): Promise<string> {
  const directory = await aDirectory();
  for (const file of ['scripts/build.js', ...CONFIGURATION]) await cp(file, join(directory, file));
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  await mkdir(join(directory, 'venue-double'));
  await write(directory, 'main.ts', "import { answer } from './answer.js';\nprocess.stdout.write(answer);\n");
  await write(directory, 'answer.ts', "export const answer: string = 'first';\n");
  return directory;
}

const write = (directory: string, file: string, text: string) =>
  writeFile(join(directory, 'venue-double', file), text);

interface Ended {
  readonly code: number;
  readonly output: string;
}

type Variables = Readonly<Record<string, string>>;

/** Runs a program that inherits only PATH from the environment of the test. */
async function run(
  directory: string,
  program: string,
  args: readonly string[],
  variables?: Variables,
): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(program, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

const node = (directory: string, ...args: readonly string[]) => run(directory, process.execPath, args);

const build = (directory: string, ...options: readonly string[]) =>
  node(directory, 'scripts/build.js', 'venue', ...options);

const answer = async (directory: string) => (await node(directory, 'dist/venue-double/main.js')).output;

/** Copies a built checkout, including the times of its files. */
async function aBuiltCheckout(): Promise<string> {
  const directory = await aDirectory();
  await cp(built, directory, { recursive: true, preserveTimestamps: true });
  return directory;
}

const BUILT: Ended = { code: 0, output: 'Building the venue …\n' };
const UP_TO_DATE: Ended = { code: 0, output: '' };

let built: string;
beforeAll(async () => {
  built = await aCheckout();
  expect(await build(built)).toEqual(BUILT);
});

describe('the build before npm run', () => {
  it('runs once for the same sources, and again with --force', async () => {
    const directory = await aBuiltCheckout();
    expect(await answer(directory)).toBe('first');
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await build(directory, '--force')).toEqual(BUILT);
  });

  it('runs again if a source has changed, even if its file is older than the build', async () => {
    const directory = await aBuiltCheckout();
    await write(directory, 'answer.ts', "export const answer: string = 'second';\n");
    await utimes(join(directory, 'venue-double/answer.ts'), 0, 0);
    expect(await build(directory)).toEqual(BUILT);
    expect(await answer(directory)).toBe('second');
  });

  it('does not run if only the time of a source or a test has changed', async () => {
    const directory = await aBuiltCheckout();
    const later = Date.now() / 1000 + 60;
    await utimes(join(directory, 'venue-double/answer.ts'), later, later);
    await write(directory, 'answer.spec.ts', "it('passes', () => undefined);\n");
    expect(await build(directory)).toEqual(UP_TO_DATE);
  });

  it.each(['package.json', 'tsconfig.json', 'tsconfig.venue.json'])(
    'runs again if %s has changed',
    async (file) => {
      const directory = await aBuiltCheckout();
      await writeFile(join(directory, file), `${await readFile(join(directory, file), 'utf8')}\n`);
      expect(await build(directory)).toEqual(BUILT);
    },
  );

  it('removes the output of a source that was deleted', async () => {
    const directory = await aCheckout();
    await write(directory, 'extra.ts', 'export {};\n');
    await build(directory);
    await rm(join(directory, 'venue-double/extra.ts'));
    expect(await build(directory)).toEqual(BUILT);
    await expect(stat(join(directory, 'dist/venue-double/extra.js'))).rejects.toThrow('ENOENT');
    expect(await answer(directory)).toBe('first');
  });

  it('runs again if an output is missing', async () => {
    const directory = await aBuiltCheckout();
    await rm(join(directory, 'dist'), { recursive: true });
    expect(await build(directory)).toEqual(BUILT);
    expect(await answer(directory)).toBe('first');
  });

  it('fails as long as the sources do not compile', async () => {
    const directory = await aBuiltCheckout();
    await write(directory, 'answer.ts', 'export const answer: string = 1;\n');
    for (const attempt of [1, 2]) {
      const { code, output } = await build(directory);
      expect({ attempt, hasFailed: code !== 0 }).toEqual({ attempt, hasFailed: true });
      expect(output).toContain("Type 'number' is not assignable to type 'string'");
    }
    await write(directory, 'answer.ts', "export const answer: string = 'fixed';\n");
    expect(await build(directory)).toEqual(BUILT);
    expect(await answer(directory)).toBe('fixed');
  });

  it('runs once if two programs request it at the same moment', async () => {
    const directory = await aCheckout();
    const both = await Promise.all([build(directory), build(directory)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ output }) => output).toSorted()).toEqual([UP_TO_DATE.output, BUILT.output]);
  });

  it('does not wait for a build that was killed', async () => {
    const directory = await aBuiltCheckout();
    const { output: pid } = await node(directory, '--print', 'process.pid');
    await writeFile(join(directory, 'dist/.venue-build.lock'), pid.trim());
    expect(await build(directory, '--force')).toEqual(BUILT);
  });

  it('does nothing if there are no sources', async () => {
    const directory = await aBuiltCheckout();
    await rm(join(directory, 'venue-double'), { recursive: true });
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await answer(directory)).toBe('first');
  });

  it('reports a missing compiler if the sources have changed', async () => {
    const directory = await aCheckout();
    await rm(join(directory, 'node_modules'));
    const { code, output } = await build(directory);
    expect(code).toBe(1);
    expect(output).toContain('the compiler is not installed: run npm ci');
  });
});

describe('the commit of a build', () => {
  /** Reads what the build recorded; null if it recorded nothing. */
  const recorded = (directory: string) =>
    readFile(join(directory, 'dist/venue-double/commit.txt'), 'utf8').catch(() => null);

  async function git(directory: string, ...args: readonly string[]): Promise<string> {
    const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
    const { code, output } = await run(directory, 'git', [...author, ...args]);
    expect({ args, code, output }).toMatchObject({ code: 0 });
    return output.trim();
  }

  /** Commits everything except build output, and returns the commit. */
  async function commit(directory: string): Promise<string> {
    await git(directory, 'add', '--all', '--', '.', ':!dist', ':!node_modules');
    await git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'A change');
    return git(directory, 'rev-parse', 'HEAD');
  }

  /** A copy of the built checkout in a new repository. */
  async function aRepository(): Promise<string> {
    const directory = await aBuiltCheckout();
    await git(directory, 'init', '--quiet');
    return directory;
  }

  it('is the commit of the checkout, and is updated without a build after a commit that changes no source', async () => {
    const directory = await aRepository();
    const first = await commit(directory);
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await recorded(directory)).toBe(first);
    const second = await commit(directory);
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await recorded(directory)).toBe(second);
    expect(second).not.toBe(first);
  });

  it('ends in -dirty while a source differs from the commit, but not if only other files differ', async () => {
    const directory = await aRepository();
    const clean = await commit(directory);
    await writeFile(join(directory, 'notes.md'), 'Not built.\n');
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await recorded(directory)).toBe(clean);
    await write(directory, 'extra.ts', 'export {};\n');
    expect(await build(directory)).toEqual(BUILT);
    expect(await recorded(directory)).toBe(`${clean}-dirty`);
    const next = await commit(directory);
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await recorded(directory)).toBe(next);
  });

  it('is the value of COMMIT if it is set, with or without a repository', async () => {
    const [repository, directory] = [await aRepository(), await aBuiltCheckout()];
    await commit(repository);
    for (const place of [repository, directory]) {
      const variables = { COMMIT: '0123abc' };
      expect(await run(place, process.execPath, ['scripts/build.js', 'venue'], variables)).toEqual(
        UP_TO_DATE,
      );
      expect(await recorded(place)).toBe('0123abc');
    }
  });

  it('is unknown if there is no repository, if git is not installed, or if the checkout is inside another repository', async () => {
    expect(await recorded(built)).toBeNull();
    const [directory, repository] = [await aBuiltCheckout(), await aRepository()];
    await git(directory, 'init', '--quiet');
    await git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'Of something else');
    expect(await build(directory, '--force')).toEqual(BUILT);
    expect(await recorded(directory)).toBeNull();
    await commit(repository);
    const withoutGit = { PATH: '' };
    expect(await run(repository, process.execPath, ['scripts/build.js', 'venue'], withoutGit)).toEqual(
      UP_TO_DATE,
    );
    expect(await recorded(repository)).toBeNull();
  });

  it('is recorded only as long as the sources do not change', async () => {
    const directory = await aRepository();
    const known = await commit(directory);
    await build(directory);
    await rm(join(directory, '.git'), { recursive: true });
    expect(await build(directory)).toEqual(UP_TO_DATE);
    expect(await recorded(directory)).toBe(known);
    await write(directory, 'answer.ts', "export const answer: string = 'second';\n");
    expect(await build(directory)).toEqual(BUILT);
    expect(await recorded(directory)).toBeNull();
  });
});
