import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { type TestApp, callerWith, startTestApp } from '../../support/app.js';
import { type RedisServer, aRedis, canHaveRedis, connectedToRedis } from '../../support/redis.js';
import { RedisProxy } from '../../support/redis-proxy.js';
import { stopServiceClock } from '../../support/service-clock.js';

/** Limit per minute, both of wrong keys per address and of requests per key. */
const LIMIT = 10;
const INSTANCES = 2;

if (!canHaveRedis) process.stderr.write('Not checked: limits over a failing Redis (needs redis-server).\n');

const secret = randomBytes(16).toString('hex');

let server: RedisServer;
let proxy: RedisProxy;
let instances: TestApp[];
let direct: Redis;

/** A way in which Redis fails and works again. `eachTime` runs before each request in between. */
interface Failure {
  readonly begin: () => unknown;
  readonly end: () => unknown;
  readonly eachTime?: () => unknown;
}

const emptied = async () => {
  await direct.flushall();
  await direct.script('FLUSH');
};
const restarted = async () => {
  proxy.refuse();
  await server.kill();
  await server.start();
  proxy.passOn();
  await connectedToRedis(instances);
};
const nonsense = (response: string): Failure => ({
  begin: () => proxy.respond(response),
  end: () => proxy.passOn(),
});

const FAILURES: Readonly<Record<string, Failure>> = {
  killed: { begin: () => proxy.refuse(), end: () => proxy.passOn() },
  restarted: { begin: restarted, end: restarted },
  stopped: { begin: () => proxy.holdBack(), end: () => proxy.passOn() },
  emptied: { begin: emptied, end: () => undefined, eachTime: emptied },
  full: {
    begin: () => direct.config('SET', 'maxmemory', '1'),
    end: () => direct.config('SET', 'maxmemory', '0'),
  },
  'read-only': {
    begin: () => direct.replicaof('127.0.0.1', '1'),
    end: () => direct.replicaof('NO', 'ONE'),
  },
  'counting backwards': nonsense('*2\r\n:-5\r\n:60000\r\n'),
  'beginning again and again': nonsense('*2\r\n:1\r\n:1\r\n'),
  'sending a text': nonsense('$2\r\nOK\r\n'),
  'sending nothing': nonsense('*0\r\n'),
  'sending something that is not Redis': nonsense('HTTP/1.1 400 Bad Request\r\n\r\n'),
};

const guess = ({ stranger }: TestApp) =>
  callerWith(stranger, randomBytes(8).toString('hex')).get('/projects');

const call = ({ stranger }: TestApp) => callerWith(stranger, secret).get('/projects');

/** Sends both kinds of requests to the instances in turn, and adds up the responses by status. */
async function send(statuses: Record<number, number>, requests: number, eachTime?: () => unknown) {
  for (let i = 0; i < requests; i += 1) {
    for (const request of [call, guess]) {
      await eachTime?.();
      const { status } = await request(instances[i % INSTANCES]!);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
}

/** Sends requests while Redis works, while it fails, and while it works again. */
async function disturb(statuses: Record<number, number>, { begin, end, eachTime }: Failure) {
  await send(statuses, LIMIT / 2);
  await begin();
  await send(statuses, 3 * LIMIT, eachTime);
  await end();
  await connectedToRedis(instances);
  await send(statuses, 2 * LIMIT);
}

function expectBound({ 200: accepted = 0, 401: guessed = 0, ...others }: Record<number, number>): void {
  for (const passed of [accepted, guessed]) {
    expect(passed).toBeGreaterThanOrEqual(LIMIT);
    expect(passed).toBeLessThanOrEqual(LIMIT * INSTANCES);
  }
  expect(Object.keys(others)).toEqual(['429']);
}

(canHaveRedis ? describe : describe.skip)('instances whose Redis fails', () => {
  beforeEach(async () => {
    server = await aRedis();
    proxy = await RedisProxy.start(server.url);
    const settings = {
      REDIS_URL: proxy.url,
      API_KEYS: `${secret}@${secret}:${secret}`,
      FAILED_KEYS_PER_MINUTE: String(LIMIT),
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
    };
    instances = [];
    for (let i = 0; i < INSTANCES; i += 1) instances.push(await startTestApp(settings));
    direct = new Redis(server.url);
    direct.on('error', () => undefined);
    await connectedToRedis(instances);
    stopServiceClock();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    direct?.disconnect();
    for (const instance of instances ?? []) await instance.close();
    await proxy?.close();
    await server?.kill();
  });

  it.each(Object.keys(FAILURES))(
    'accept at most limit × instances requests a minute if Redis is %s',
    async (name) => {
      const statuses = {};
      await disturb(statuses, FAILURES[name]!);
      expectBound(statuses);
    },
  );

  it('accept at most limit × instances requests a minute if Redis fails in all ways, one after the other', async () => {
    const statuses = {};
    for (const failure of Object.values(FAILURES)) await disturb(statuses, failure);
    expectBound(statuses);
  });
});
