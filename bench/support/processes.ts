import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '../../test/support/free-port.js';
import { KEY, type Listening, askOnce } from './load.js';

/** A server in a separate process. */
export interface Server extends Listening {
  readonly process: ChildProcess;
}

/** Settings of the service, in addition to the settings of every benchmark. */
export type Settings = Readonly<Record<string, string>>;

/** The URL of the benchmarks' database, which `main` passes in the environment. */
export function databaseUrl(): string {
  const url = process.env['BENCH_DATABASE_URL'];
  if (!url) throw new Error('benchmarks are started by `npm run bench`');
  return url;
}

const PATIENCE_MS = 30_000;
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Starts the built service, or another version of the service from a directory. If BENCH_PROFILE names a directory, the
 * process writes a CPU profile to this directory when it ends.
 */
export const startService = (settings: Settings = {}, directory?: string): Promise<Server> =>
  start(
    directory === undefined
      ? new URL('../../src/main.js', import.meta.url)
      : pathToFileURL(`${directory}/dist/src/main.js`),
    settings,
  );

/** Starts the same service without a key check. */
export const startServiceWithoutGuard = (settings: Settings = {}): Promise<Server> =>
  start(new URL('./service-without-guard.js', import.meta.url), settings);

async function start(program: URL, settings: Settings): Promise<Server> {
  const port = Number(settings['PORT'] ?? (await freePort()));
  const profile = process.env['BENCH_PROFILE'];
  const options = profile ? ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(process.execPath, [...options, fileURLToPath(program)], {
    // The directory contains no `.env` file, so the process has only the settings below.
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      API_KEYS: KEY,
      DATABASE_URL: databaseUrl(),
      LOG_LEVEL: 'fatal',
      LOG_FORMAT: 'json',
      TRADE_MINIMUM: '0',
      VENUE_MODE: 'offline',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  noteRunning(child);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isAlive(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the service does not start');
    await delay(50);
  }
  return { port, process: child };
}

const isAlive = (port: number): Promise<boolean> =>
  askOnce(port, '/health/live').then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts a program of `bench/baselines`. The program reports its port when it listens. */
export async function startBaseline(name: string, settings: Settings = {}): Promise<Server> {
  const child = fork(new URL(`../baselines/${name}.js`, import.meta.url), {
    env: { PATH: process.env['PATH'], BENCH_DATABASE_URL: databaseUrl(), ...settings },
  });
  noteRunning(child);
  const [port] = (await once(child, 'message')) as [number];
  return { port, process: child };
}

/** Stops every process that this process has started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function noteRunning(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}
