import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { canHaveCluster, owner } from './postgres-cluster.js';
import { query } from './service-process.js';

/** Debian installs PgBouncer in a directory that is only in the PATH of root. */
const program = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  .map((directory) => join(directory, 'pgbouncer'))
  .find((path) => existsSync(path));

/** Returns whether tests can start a pooler and a server. If not, the console names what is not checked. */
export function canHavePgBouncer(misses: string): boolean {
  const lacks = [...(program ? [] : ['pgbouncer']), ...(canHaveCluster ? [] : ['postgresql'])];
  if (lacks.length === 0) return true;
  process.stderr.write(
    `Not checked: ${misses} (no ${lacks.join(', no ')}; on Debian: apt-get install ${lacks.join(' ')}).\n`,
  );
  return false;
}

/** PgBouncer in front of a server. */
export interface Pooler {
  /** URL of the server's database through the pooler. */
  readonly url: string;
  /** Returns a table of the pooler's console, such as `POOLS`. */
  show(what: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Starts PgBouncer in transaction mode with this number of server connections. Other settings are the defaults. */
export async function aPooler(server: string, poolSize: number): Promise<Pooler> {
  const directory = await mkdtemp(join(tmpdir(), 'bss-pgbouncer-'));
  await chmod(directory, 0o755);
  const { hostname, port: serverPort, username, pathname } = new URL(server);
  const port = await freePort();
  const configuration = join(directory, 'pgbouncer.ini');
  await writeFile(
    configuration,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  );
  const child = spawn(program ?? '', ['-q', configuration], {
    ...owner,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (text) => (output += String(text)));
  const exited = once(child, 'close');
  const base = `postgres://${username}@127.0.0.1:${port}`;
  for (;;) {
    const isUp = await query(`${base}${pathname}`, 'SELECT').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`pgbouncer does not start: ${output}`);
    await delay(50);
  }
  return {
    url: `${base}${pathname}`,
    show: (what) => query(`${base}/pgbouncer`, `SHOW ${what}`),
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
