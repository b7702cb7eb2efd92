import { jest } from '@jest/globals';
import type { Options } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { SharedStore } from './shared-store.js';

const WINDOW_MS = 60_000;

/** A Redis server whose responses the test decides. `attempts` counts how often the scripts were loaded. */
class PlayedRedis {
  attempts = 0;
  respond: (command: string) => Promise<unknown> = () => Promise.reject(new Error('Redis is down'));
  private hits = 0;

  call(command: string, ...[first, second]: string[]): Promise<unknown> {
    if (first === 'LOAD' && second!.includes('INCR')) this.attempts += 1;
    return this.respond(command);
  }

  count(command: string): Promise<unknown> {
    return Promise.resolve(command === 'SCRIPT' ? 'sha' : [(this.hits += 1), WINDOW_MS]);
  }
}

const untilCallbacksRan = () => new Promise((resolve) => setImmediate(resolve));

let now: number;
let redis: PlayedRedis;
let store: SharedStore;
const hits = async () => (await store.increment('caller')).totalHits;

beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  redis = new PlayedRedis();
  store = new SharedStore(redis as unknown as Redis, 'test');
  store.init({ windowMs: WINDOW_MS } as Options);
});
afterEach(() => {
  store.shutdown();
  jest.restoreAllMocks();
});

it('while Redis fails, requests are counted in memory and Redis is tried once per second', async () => {
  expect([await hits(), await hits(), await hits()]).toEqual([1, 2, 3]);
  const { attempts } = redis;
  now += 999;
  expect(await hits()).toBe(4);
  expect(redis.attempts).toBe(attempts);
  now += 1;
  expect(await hits()).toBe(5);
  await untilCallbacksRan();
  expect(await hits()).toBe(6);
  expect(redis.attempts).toBe(attempts + 1);
  now += 1_000;
  expect(await hits()).toBe(7);
  expect(redis.attempts).toBe(attempts + 2);
});

it('Redis is not tried again while an attempt waits for a response, and counts again after the response', async () => {
  await hits();
  const { attempts } = redis;
  const waiting: (() => void)[] = [];
  redis.respond = (command) => new Promise((resolve) => waiting.push(() => resolve(redis.count(command))));
  for (let second = 1; second <= 5; second += 1) {
    now += 1_000;
    expect(await hits()).toBe(1 + second);
  }
  expect(redis.attempts).toBe(attempts + 1);
  redis.respond = (command) => redis.count(command);
  for (const respond of waiting) respond();
  await untilCallbacksRan();
  // The attempt has counted its own request in Redis.
  expect([await hits(), await hits()]).toEqual([2, 3]);
});
