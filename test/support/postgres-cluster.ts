import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** Directories that may contain the programs of a PostgreSQL server. `PG_BIN` adds a directory. */
const DIRECTORIES = [
  process.env['PG_BIN'] ?? '',
  ...['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`),
];

const binaries = DIRECTORIES.find((directory) => existsSync(join(directory, 'initdb')));

/** Ids of the user that runs PostgreSQL and its pooler, because these programs refuse to run as root. */
export const owner = process.getuid?.() === 0 ? idsOf('postgres') : undefined;

/** True if tests can start a separate server. */
export const canHaveCluster = binaries !== undefined && (process.getuid?.() !== 0 || owner !== undefined);

/** Returns whether the installed PostgreSQL has an extension. */
export function hasExtension(name: string): boolean {
  if (!binaries) return false;
  const [version = ''] = /(?<=\/postgresql\/)\d+/.exec(binaries) ?? [];
  return [
    `/usr/share/postgresql/${version}/extension`,
    join(binaries, '../share/extension'),
    join(binaries, '../share/postgresql/extension'),
  ].some((directory) => existsSync(join(directory, `${name}.control`)));
}

/** A separate PostgreSQL server, which a test may stop, freeze and restart. */
export interface Cluster {
  readonly url: string;
  start(): void;
  /** Stops the server; `immediate` is like a power failure. */
  stop(mode: 'fast' | 'immediate'): void;
  /** Ends every process of the server by SIGKILL. Afterwards, `start` recovers the data from the log of the server. */
  kill(): Promise<void>;
  /** Freezes all processes of the server until `thaw`, while its connections stay open. */
  freeze(): void;
  thaw(): void;
  remove(): void;
}

/** @param settings of the server, e.g. `shared_preload_libraries=citus` */
export async function aCluster(settings: readonly string[] = []): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'bss-pg-'));
  if (owner) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const port = await freePort();
  const pgCtl = (...args: readonly string[]) => postgres('pg_ctl', '-D', data, '-w', ...args);
  const everyProcess = (signal: NodeJS.Signals): number[] => {
    const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
    const pids = [postmaster, ...children.stdout.trim().split(/\s+/).map(Number)];
    // A child may already have ended. A stopped or killed process starts no further processes.
    return pids.filter((pid) => pid > 0 && sent(pid, signal));
  };
  postgres('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync');
  const all = ['listen_addresses=127.0.0.1', 'fsync=off', ...settings].map((setting) => `-c ${setting}`);
  const options = `-p ${port} -k ${directory} ${all.join(' ')}`;
  const start = () => pgCtl('start', '-l', join(directory, 'log'), '-o', options);
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop: (mode) => pgCtl('stop', '-m', mode),
    kill: async () => {
      for (const pid of everyProcess('SIGKILL')) while (isRunning(pid)) await delay(10);
      // Without this step, the next start would take the number of the ended process for the number of a running
      // server.
      for (const file of [join(data, 'postmaster.pid'), join(directory, `.s.PGSQL.${port}.lock`)])
        rmSync(file);
    },
    freeze: () => void everyProcess('SIGSTOP'),
    thaw: () => void everyProcess('SIGCONT'),
    remove: () => {
      if (existsSync(join(data, 'postmaster.pid'))) {
        everyProcess('SIGCONT');
        pgCtl('stop', '-m', 'immediate');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Sends a signal. Returns whether the process existed. */
function sent(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Returns whether a process runs. A process that has ended does not run, even if its parent has not collected it. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

function postgres(program: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(join(binaries ?? '', program), args, {
    ...owner,
    cwd: tmpdir(),
    // The server must not use the home directory of root: in a cluster it is a client of other servers, and its user
    // may not read that directory.
    env: { ...process.env, HOME: tmpdir() },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`, { cause: error });
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, user]).stdout.toString() || NaN),
  );
  return Number.isNaN(uid) ? undefined : { uid: uid!, gid: gid! };
}
