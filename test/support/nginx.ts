import { ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCertificate } from './certificate.js';
import { freePort } from './free-port.js';

/** Returns the nginx of this machine. If there is none, returns null, and the console names what is not checked. */
export function findNginx(misses: string): string | null {
  // Debian installs nginx in a directory that is only in the PATH of root.
  const PATH = `${process.env['PATH']}:/usr/sbin`;
  if (spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0) {
    return execFileSync('sh', ['-c', 'command -v nginx'], { env: { PATH }, encoding: 'utf8' }).trim();
  }
  process.stderr.write(`Not checked: ${misses} (no nginx; on Debian: apt-get install nginx).\n`);
  return null;
}

export interface Gateway {
  readonly url: string;
  readonly configuration: string;
  /** File of the certificate, if the gateway serves TLS. */
  readonly certificate: string;
  close(): Promise<void>;
}

interface GatewayOptions {
  /** Port for TLS, with a certificate for localhost. */
  readonly tlsPort?: number;
  /** Address of the program that signs people in, such as `127.0.0.1:4180`. */
  readonly signIn?: string;
}

/** Writes the configuration of deploy/nginx.conf for a test. Only its port, instances and directories are different. */
export async function gatewayFiles(
  instances: readonly string[],
  { tlsPort, signIn }: GatewayOptions = {},
): Promise<Gateway> {
  const directory = await mkdtemp(join(tmpdir(), 'bss-nginx-'));
  await chmod(directory, 0o755);
  const port = await freePort();
  const servers = instances.map((address) => `server ${address} $1;`).join('\n');
  const text = await readFile('deploy/nginx.conf', 'utf8');
  const configuration = join(directory, 'nginx.conf');
  await writeFile(
    configuration,
    text
      .replaceAll('/tmp/', `${directory}/`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace(/server backtest:3000 (.*);/, servers),
  );
  const certificate = join(directory, 'tls/tls.crt');
  if (tlsPort !== undefined) await addTls(join(directory, 'tls'), tlsPort);
  if (signIn !== undefined) await addSignIn(join(directory, 'sign-in'), signIn);
  return {
    url: `http://127.0.0.1:${port}`,
    configuration,
    certificate,
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Creates a directory with deploy/nginx-tls.conf and the certificate that this configuration needs. */
async function addTls(directory: string, port: number): Promise<void> {
  await mkdir(directory);
  const text = await readFile('deploy/nginx-tls.conf', 'utf8');
  await writeFile(join(directory, 'nginx-tls.conf'), text.replace('listen 8443', `listen 127.0.0.1:${port}`));
  makeCertificate(directory, 'tls');
}

/** Creates a directory with deploy/nginx-sign-in.conf, which makes the gateway sign people in. */
async function addSignIn(directory: string, address: string): Promise<void> {
  await mkdir(directory);
  const text = await readFile('deploy/nginx-sign-in.conf', 'utf8');
  await writeFile(join(directory, 'nginx-sign-in.conf'), text.replaceAll('oauth2-proxy:4180', address));
}

/** Starts the gateway and waits until it listens. */
export async function startGateway(
  nginx: string,
  instances: readonly string[],
  options: GatewayOptions = {},
): Promise<Gateway> {
  const gateway = await gatewayFiles(instances, options);
  const child: ChildProcess = spawn(nginx, ['-c', gateway.configuration, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (text) => (output += String(text)));
  const exited = once(child, 'close');
  for (;;) {
    const answer = await fetch(gateway.url).catch(() => null);
    await answer?.body?.cancel();
    if (answer) break;
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${output}`);
    await delay(50);
  }
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
    await gateway.close();
  };
  return { ...gateway, close };
}
