import { ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Settings of a process. The process inherits nothing else from the environment of the test, except PATH. */
export type Settings = Readonly<Record<string, string>>;

/** The end of a process: its exit code, or the signal that killed it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running program of the build. */
export interface RunningProgram {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Everything written to stdout and stderr so far. */
  output(): string;
  /** Waits until the output matches the pattern. Fails if the program ends first. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): Promise<Exit>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of any route, checked by the tests
  readonly body: any;
}

/** Functions that call a service with a key. */
export interface Calls {
  readonly url: string;
  get(path: string, key?: string): Promise<Answer>;
  post(path: string, body?: object, key?: string): Promise<Answer>;
}

/** The service while it listens for requests. */
export interface RunningService extends RunningProgram, Calls {}

/** API key of a service that is started with `WITH_KEY`. */
export const KEY = 'a-key-of-the-tests';
export const WITH_KEY: Settings = { API_KEYS: KEY };

const SERVER = process.env['TEST_DATABASE_URL'];

/** True if this test run has a PostgreSQL server on which tests may create databases. */
export const hasServer = SERVER !== undefined;

/** Whether tests kill programs at all moments that they name. `.ci/full` sets this; `.ci/run` does not, to save time. */
export const EVERY_KILL_MOMENT = process.env['EVERY_KILL_MOMENT'] === '1';

/** Returns the moments at which a test kills a program: all of them, or every third one. */
export const killMoments = <Moment>(moments: readonly Moment[]): readonly Moment[] =>
  moments.filter((_, i) => EVERY_KILL_MOMENT || i % 3 === 1);

const running = new Set<ChildProcess>();
const leftovers: (() => Promise<void>)[] = [];

/** Kills all programs that still run, and removes all files and databases. Must be called after the tests of a file. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const exited = new Promise((done) => child.once('close', done));
      child.kill('SIGKILL');
      return exited;
    }),
  );
  for (const remove of leftovers.splice(0).toReversed()) await remove();
}

/** Creates an empty directory that `cleanUp` removes. Its path is short enough for the embedded database. */
export async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bss-'));
  leftovers.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Creates a directory with an embedded database that has the schema but no data. The database is a copy, because a copy
 * is faster by seconds than a new database.
 */
export async function aDataDirectory(): Promise<string> {
  const prepared = join(process.env['TEST_RUN_DIRECTORY'] ?? '', 'postgres');
  if (!existsSync(prepared)) await prepareDatabase(prepared);
  const directory = await aDirectory();
  await cp(prepared, join(directory, 'postgres'), { recursive: true });
  return directory;
}

async function prepareDatabase(target: string): Promise<void> {
  const directory = await aDirectory();
  const service = await startService({ ...WITH_KEY, DATA_DIR: directory });
  await service.kill('SIGTERM');
  // Another Jest worker may have been faster. Its database is identical.
  await rename(join(directory, 'postgres'), target).catch(() => undefined);
}

/** Creates a database on the server of this run. `cleanUp` drops this database. */
export async function aDatabase(): Promise<string> {
  const name = `backtest_process_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  leftovers.push(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  await query(SERVER ?? '', statement);
}

/** Runs a statement over a new connection and returns its rows. */
export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a program of the build, such as `cli/candles.js`, in a directory without a `.env` file. */
export function run(
  program: string,
  args: readonly string[],
  settings: Settings,
  directory = tmpdir(),
): RunningProgram {
  const child = spawn(process.execPath, ['--expose-gc', resolve('dist/src', program), ...args], {
    cwd: directory,
    env: { PATH: process.env['PATH'], LOG_FORMAT: 'json', VENUE_MODE: 'offline', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<Exit>((done) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      done({ code, signal });
    });
  });
  return {
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    prints: async (pattern) => {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        const ended = await Promise.race([exited, delay(10, null)]);
        if (ended && !pattern.test(output)) {
          const how = ended.signal ?? `code ${ended.code}`;
          throw new Error(`${program} ended (${how}) without printing ${String(pattern)}:\n${output}`);
        }
      }
    },
    kill: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Waits until a condition is true. Fails if the program ends first. */
export async function until(
  program: RunningProgram,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  let ended = false;
  void program.exited.then(() => (ended = true));
  while (!(await isTrue())) {
    if (ended) throw new Error(`the program ended too early:\n${program.output()}`);
    await delay(2);
  }
}

/** Runs a program and waits for its end. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  settings: Settings,
  directory?: string,
): Promise<Exit & { readonly output: string }> {
  const started = run(program, args, settings, directory);
  return { ...(await started.exited), output: started.output() };
}

/** Starts the service on a free port without waiting until it listens. */
export const launch = (settings: Settings, directory?: string): RunningProgram =>
  run('main.js', [], { PORT: '0', ...settings }, directory);

/** Waits until the service listens. */
export async function listening(program: RunningProgram): Promise<RunningService> {
  const [, url = ''] = await program.prints(/"url":"([^"]+)".*"msg":"listening"/);
  return { ...program, ...callsOf(url) };
}

/** Returns functions that call the service at an address. */
export function callsOf(url: string): Calls {
  const call = async (method: string, path: string, key: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  };
  return {
    url,
    get: (path, key = KEY) => call('GET', path, key),
    post: (path, body, key = KEY) => call('POST', path, key, body),
  };
}

export const startService = (settings: Settings, directory?: string): Promise<RunningService> =>
  listening(launch(settings, directory));

/** Creates a session. */
export async function newSession(service: Calls, key = KEY): Promise<string> {
  const project = { name: 'Breakout', symbol: 'BTCUSDT', timeframe: '15m' };
  const { body } = await service.post('/projects', project, key);
  const session = { projectId: body.project.id, name: 'Run', initialBalance: 10_000 };
  return (await service.post('/sessions', session, key)).body.session.id;
}

/** Returns a valid trade for any session on BTCUSDT. */
export const aTrade = (clientId: string) => ({
  clientId,
  side: 'long',
  qty: 1,
  entryPrice: 100,
  entryTime: 1_704_844_800_000,
  exitPrice: 101,
  exitTime: 1_704_844_860_000,
});
