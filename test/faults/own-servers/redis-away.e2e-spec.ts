import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { Redis } from 'ioredis';
import { RedisConnection } from '../../../src/platform/limits/redis-connection.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { type TestApp, callerWith, startTestApp } from '../../support/app.js';
import { type RedisServer, aRedis, canHaveRedis } from '../../support/redis.js';
import { stopServiceClock } from '../../support/service-clock.js';

/** Limit per minute, both of wrong keys per address and of requests per key. */
const LIMIT = 10;

if (!canHaveRedis) process.stderr.write('Not checked: Redis that goes away (needs redis-server).\n');

const secret = randomBytes(16).toString('hex');

const start = (url: string): Promise<TestApp> =>
  startTestApp({
    REDIS_URL: url,
    API_KEYS: `${secret}@${secret}:${secret}`,
    FAILED_KEYS_PER_MINUTE: String(LIMIT),
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
  });

const guess = ({ stranger }: TestApp) =>
  callerWith(stranger, randomBytes(8).toString('hex')).get('/projects');

const call = ({ stranger }: TestApp) => callerWith(stranger, secret).get('/projects');

/**
 * Removes the time limit of Redis commands. On a slow machine, a command could exceed this limit, and then only the
 * instance itself would count the request.
 */
function waitForRedis({ app }: TestApp): void {
  delete app.get(RedisConnection).client?.options.commandTimeout;
}

/** Sends a number of requests one after the other, and counts the responses by status. */
async function statusesOf(count: number, request: (i: number) => PromiseLike<{ status: number }>) {
  const statuses: Record<number, number> = {};
  for (let i = 0; i < count; i += 1) {
    const { status } = await request(i);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

async function redisUp(t: TestApp): Promise<string | undefined> {
  const text = await t.app.get(Metrics).registry.metrics();
  return /^redis_up (\d)$/m.exec(text)?.[1];
}

(canHaveRedis ? describe : describe.skip)('two instances that share a Redis server', () => {
  let redis: RedisServer;
  let instances: TestApp[];
  let direct: Redis;

  beforeEach(async () => {
    redis = await aRedis();
    instances = [await start(redis.url), await start(redis.url)];
    direct = new Redis(redis.url);
    direct.on('error', () => undefined);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    direct?.disconnect();
    for (const instance of instances ?? []) await instance.close();
    await redis?.kill();
  });

  /** Returns the number of requests of a kind that Redis has counted. */
  const counted = async (name: string): Promise<number> => {
    const keys = await direct.keys(`backtest:limit:${name}:*`);
    const counts = await Promise.all(keys.map((key) => direct.get(key)));
    return counts.reduce((sum, count) => sum + Number(count), 0);
  };

  /**
   * Sends requests to an instance until Redis counts all of them. Fewer counts can come from the other instance, or from
   * commands that Redis received before it stopped responding.
   */
  async function untilCounted(name: string, request: () => PromiseLike<unknown>): Promise<void> {
    const requests = LIMIT / 2;
    do {
      await direct.flushall();
      for (let i = 0; i < requests; i += 1) await request();
    } while ((await counted(name)) < requests);
  }

  const disturbances: [what: string, begin: () => Promise<void> | void, end: () => Promise<void> | void][] = [
    ['is down', () => redis.kill(), () => redis.start()],
    ['does not respond', () => redis.freeze(), () => redis.thaw()],
  ];

  it.each(disturbances)(
    'count requests separately while Redis %s, and count them together afterwards',
    async (_, begin, end) => {
      await begin();
      for (const instance of instances) {
        expect(await statusesOf(3 * LIMIT, () => guess(instance))).toEqual({ 401: LIMIT, 429: 2 * LIMIT });
        expect(await statusesOf(3 * LIMIT, () => call(instance))).toEqual({ 200: LIMIT, 429: 2 * LIMIT });
        expect(await redisUp(instance)).toBe('0');
      }
      await end();
      instances.forEach(waitForRedis);
      for (const instance of instances) {
        await untilCounted('address', () => guess(instance));
        await untilCounted('key', () => call(instance));
        while ((await redisUp(instance)) !== '1');
      }
      await direct.flushall();
      // In the next minute, the counts of the instances begin at zero as well.
      stopServiceClock(60_000);
      const either = (i: number) => instances[i % 2]!;
      expect(await statusesOf(2 * LIMIT, (i) => guess(either(i)))).toEqual({ 401: LIMIT, 429: LIMIT });
      expect(await statusesOf(2 * LIMIT, (i) => call(either(i)))).toEqual({ 200: LIMIT, 429: LIMIT });
    },
  );
});

it('an instance starts and counts separately if its Redis accepts connections but never responds', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.resume().on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const instance = await start(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  try {
    expect(await statusesOf(3 * LIMIT, () => guess(instance))).toEqual({ 401: LIMIT, 429: 2 * LIMIT });
    expect(await statusesOf(3 * LIMIT, () => call(instance))).toEqual({ 200: LIMIT, 429: 2 * LIMIT });
    expect(await redisUp(instance)).toBe('0');
    expect(sockets.size).toBeGreaterThan(0);
  } finally {
    await instance.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
