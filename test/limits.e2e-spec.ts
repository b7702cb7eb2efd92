import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { KeysService } from '../src/platform/auth/keys.service.js';
import { SCOPES } from '../src/platform/auth/principal.js';
import { TestApp, callerWith, startTestApp } from './support/app.js';
import { REDIS_URL, connectedToRedis, itWithRedis } from './support/redis.js';

const started: TestApp[] = [];
const start = async (settings: Readonly<Record<string, string>>) => {
  const t = await startTestApp(settings);
  started.push(t);
  return t;
};
afterEach(async () => {
  for (const t of started.splice(0)) await t.close();
});

describe('requests per key', () => {
  it('are counted per key, reported in headers, and refused beyond the limit with the time to wait', async () => {
    const t = await start({ RATE_LIMIT_PER_MINUTE: '3' });
    for (const left of [2, 1, 0]) {
      const { headers } = await t.call.get('/projects').expect(200);
      expect(headers['ratelimit-policy']).toMatch(/^"requests-per-key"; q=3; w=60/);
      expect(headers['ratelimit']).toMatch(new RegExp(`^"requests-per-key"; r=${left}; t=\\d+`));
    }
    const { body, headers } = await t.call.get('/projects').expect(429);
    expect(body).toMatchObject({ statusCode: 429, error: 'Too Many Requests', code: 'RATE_LIMITED' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await t.other.get('/projects').expect(200);
    await t.stranger.get('/health/live').expect(200);
  });

  it('are counted per workspace, because keys of the settings may have the same name in different workspaces', async () => {
    const [one, other] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const API_KEYS = `app@w-${one}:${one},app@w-${other}:${other}`;
    const t = await start({ RATE_LIMIT_PER_MINUTE: '1', API_KEYS });
    await callerWith(t.stranger, one).get('/projects').expect(200);
    await callerWith(t.stranger, other).get('/projects').expect(200);
    await callerWith(t.stranger, one).get('/projects').expect(429);
  });

  it('have no limit by default', async () => {
    const t = await start({});
    const { headers } = await t.call.get('/projects').expect(200);
    expect(headers['ratelimit']).toBeUndefined();
  });

  itWithRedis('are counted together by instances that share a Redis server', async () => {
    const secret = randomBytes(16).toString('hex');
    const settings = { RATE_LIMIT_PER_MINUTE: '4', REDIS_URL, API_KEYS: `${secret}@shared:${secret}` };
    const instances = [await start(settings), await start(settings)];
    await connectedToRedis(instances);
    const call = (i: number) => callerWith(instances[i % 2]!.stranger, secret).get('/projects');
    for (let i = 0; i < 4; i += 1) await call(i).expect(200);
    await call(0).expect(429);
    await call(1).expect(429);
  });

  it('are counted by each instance if Redis is unavailable', async () => {
    const t = await start({ RATE_LIMIT_PER_MINUTE: '1', REDIS_URL: 'redis://127.0.0.1:1' });
    await t.call.get('/projects').expect(200);
    await t.call.get('/projects').expect(429);
  });

  it('are counted by each instance if Redis refuses to count, which is logged once', async () => {
    const redis = createServer((socket) => {
      socket.on('data', (data) => {
        for (const [command] of data.toString().matchAll(/^[a-z]+\r$/gim))
          socket.write(/^info/i.test(command) ? '$17\r\nredis_version:7\r\n\r\n' : '-MISCONF no disk\r\n');
      });
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const { port } = redis.address() as AddressInfo;
    const t = await start({ RATE_LIMIT_PER_MINUTE: '1', REDIS_URL: `redis://127.0.0.1:${port}` });
    await t.call.get('/projects').expect(200);
    for (let i = 0; i < 3; i += 1) await t.call.get('/projects').expect(429);
    const refusals = warn.mock.calls.filter(([message]) =>
      String(message).startsWith('Redis does not count'),
    );
    expect(refusals).toEqual([
      ['Redis does not count, so each instance counts requests separately: MISCONF no disk'],
    ]);
    warn.mockRestore();
    await t.close();
    started.pop();
    redis.close();
  });
});

it('the health routes always respond, whatever key a request sends', async () => {
  const t = await start({ RATE_LIMIT_PER_MINUTE: '1' });
  await t.call.get('/projects').expect(200);
  await t.call.get('/projects').expect(429);
  for (const probe of ['/health/live', '/health/ready']) await t.call.get(probe).expect(200);
});

describe('refused keys per address', () => {
  it('get 429 beyond the limit, with the time to wait', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '5' });
    const guess = () => callerWith(t.stranger, randomBytes(8).toString('hex')).get('/projects');
    for (let i = 0; i < 5; i += 1) await guess().expect(401);
    const { body, headers } = await guess().expect(429);
    expect(body.code).toBe('RATE_LIMITED');
    expect(headers['retry-after']).toBeDefined();
    // Requests without a key are not counted.
    await t.stranger.get('/projects').expect(401);
    await t.stranger.get('/health/live').expect(200);
  });

  it('never affect requests with a valid key, whether or not the key was used before', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '5' });
    const keys = t.app.get(KeysService);
    const name = `limits-${randomBytes(4).toString('hex')}`;
    const wanted = { name, workspace: name, scopes: SCOPES, expiresAt: null };
    const [revoked, valid] = [await keys.create(wanted), await keys.create(wanted)];
    await keys.revoke(revoked.key);
    await t.call.get('/projects').expect(200);
    for (let i = 0; i < 20; i += 1) await callerWith(t.stranger, revoked.secret).get('/projects');
    await callerWith(t.stranger, revoked.secret).get('/projects').expect(429);
    for (const secret of [t.secrets.own, t.secrets.other, valid.secret])
      await callerWith(t.stranger, secret).get('/projects').expect(200);
  });

  it('are all counted even if they arrive at once', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '5' });
    const guesses = Array.from({ length: 30 }, () =>
      callerWith(t.stranger, randomBytes(8).toString('hex')).get('/projects'),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  it('are counted separately from requests with a valid key', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '5' });
    const guess = () => callerWith(t.stranger, 'wrong').get('/projects');
    for (let i = 0; i < 4; i += 1) await guess().expect(401);
    const good = await Promise.all(Array.from({ length: 50 }, () => t.call.get('/projects')));
    expect(good.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await guess().expect(401);
    await guess().expect(429);
  });

  it('are counted by the address that a trusted proxy reports', async () => {
    const t = await start({ FAILED_KEYS_PER_MINUTE: '1', TRUST_PROXY: '1' });
    const guessFrom = (address: string) =>
      callerWith(t.stranger, 'wrong').get('/projects').set('x-forwarded-for', address);
    await guessFrom('203.0.113.1').expect(401);
    await guessFrom('203.0.113.1').expect(429);
    await guessFrom('203.0.113.1:5000').expect(429);
    await guessFrom('203.0.113.2').expect(401);
  });
});
