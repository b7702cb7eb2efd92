import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RedisConnection } from '../../src/platform/limits/redis-connection.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

async function isThere(url = REDIS_URL): Promise<boolean> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

const hasRedis = await isThere();
if (!hasRedis)
  process.stderr.write(`Not checked: what instances count together (no Redis at ${REDIS_URL}).\n`);

/** Declares a test that needs a Redis server. Without a server, the test is skipped. */
export const itWithRedis = hasRedis ? it : it.skip;

/** Waits until the instances count requests in Redis. Until an instance is connected, it counts requests separately. */
export async function connectedToRedis(
  instances: readonly { readonly app: INestApplication }[],
): Promise<void> {
  for (const { app } of instances) await until(() => app.get(RedisConnection).client?.status === 'ready');
}

/** True if tests can start a separate Redis server. */
export const canHaveRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A separate Redis server, which a test may kill, freeze and restart. */
export interface RedisServer {
  readonly url: string;
  /** Starts an empty server and waits until it responds. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Makes the server accept connections without responding, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

export async function aRedis(): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
    server = spawn('redis-server', settings, { cwd: tmpdir(), stdio: 'ignore' });
    while (!(await isThere(url))) await delay(20);
  };
  await start();
  return {
    url,
    start,
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  };
}
