import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Options } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { SharedStore } from './shared-store.js';

const WINDOW_MS = 60_000;

/** An error in a response of Redis. All other errors mean that Redis did not respond. */
const replyError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

/** A Redis server whose responses the test decides. */
class PlayedRedis {
  /** Number of commands that count a request. */
  attempts = 0;
  respond: () => Promise<unknown> = () => Promise.reject(new Error('Redis is down'));
  stored: string | null = null;
  private hits = 0;

  eval(): Promise<unknown> {
    this.attempts += 1;
    return this.respond();
  }

  get = () => Promise.resolve(this.stored);

  count = (): Promise<unknown> => Promise.resolve([(this.hits += 1), WINDOW_MS]);
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

it('sends nothing to Redis before the first request', () => {
  expect(redis.attempts).toBe(0);
});

it('while Redis does not respond, requests are counted in memory and Redis is tried once per second', async () => {
  expect([await hits(), await hits(), await hits()]).toEqual([1, 2, 3]);
  expect(redis.attempts).toBe(1);
  now += 999;
  expect(await hits()).toBe(4);
  expect(redis.attempts).toBe(1);
  now += 1;
  expect(await hits()).toBe(5);
  await untilCallbacksRan();
  expect(await hits()).toBe(6);
  expect(redis.attempts).toBe(2);
  now += 1_000;
  expect(await hits()).toBe(7);
  expect(redis.attempts).toBe(3);
});

it('Redis is not tried again while an attempt waits for a response, and counts again after the response', async () => {
  await hits();
  const waiting: (() => void)[] = [];
  redis.respond = () => new Promise((resolve) => waiting.push(() => resolve([50, WINDOW_MS])));
  for (let second = 1; second <= 5; second += 1) {
    now += 1_000;
    expect(await hits()).toBe(1 + second);
  }
  expect(redis.attempts).toBe(2);
  redis.respond = () => Promise.resolve([51, WINDOW_MS]);
  for (const respond of waiting) respond();
  await untilCallbacksRan();
  expect(await hits()).toBe(51);
});

it('the larger count and its window apply: that of all instances, or that of this instance', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  redis.respond = () => Promise.resolve([9, 5_000]);
  expect(await store.increment('caller')).toEqual({ totalHits: 9, resetTime: new Date(1_005_000) });
  redis.respond = redis.count;
  // Redis begins at 1 again, as after a restart.
  expect(await store.increment('caller')).toEqual({
    totalHits: 2,
    resetTime: new Date(1_000_000 + WINDOW_MS),
  });
  expect([await hits(), await hits()]).toEqual([3, 4]);
});

it('the read count is the larger one, too', async () => {
  redis.respond = redis.count;
  expect(await store.get('caller')).toBeUndefined();
  redis.stored = '7';
  expect((await store.get('caller'))?.totalHits).toBe(7);
  await hits();
  for (const stored of ['0', '-5', 'many', '1e99', null]) {
    redis.stored = stored;
    expect((await store.get('caller'))?.totalHits).toBe(1);
  }
});

describe('a response that is not a count', () => {
  const RESPONSES: readonly [what: string, response: unknown][] = [
    ['a count of 0', [0, WINDOW_MS]],
    ['a negative count', [-7, WINDOW_MS]],
    ['a fraction', [1.5, WINDOW_MS]],
    ['a count beyond any rate', [1e9 + 1, WINDOW_MS]],
    ['a count that is no number', ['9', WINDOW_MS]],
    ['NaN', [NaN, WINDOW_MS]],
    ['a window of 0 ms', [9, 0]],
    ['a window without an end', [9, -1]],
    ['a window longer than the own one', [9, WINDOW_MS + 1]],
    ['a window that is no number', [9, 'soon']],
    ['a single number', 9],
    ['an empty list', []],
    ['a text', 'OK'],
    ['null', null],
    ['undefined', undefined],
    ['an object', { totalHits: 9 }],
    ['an error: full', replyError('OOM command not allowed')],
    ['an error: read-only', replyError('READONLY You cannot write against a read only replica.')],
    ['an error: of another type', replyError('WRONGTYPE Operation against a key')],
  ];

  it.each(RESPONSES)('is replaced by the own count: %s', async (_what, response) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    redis.respond = () => (response instanceof Error ? Promise.reject(response) : Promise.resolve(response));
    expect([await hits(), await hits(), await hits()]).toEqual([1, 2, 3]);
    // Redis responds, so it is asked about every request.
    expect(redis.attempts).toBe(3);
    expect(warn).toHaveBeenCalledTimes(1);
    redis.respond = () => Promise.resolve([50, WINDOW_MS]);
    expect(await hits()).toBe(50);
  });

  it('is logged once a minute', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    redis.respond = () => Promise.resolve([-7, WINDOW_MS]);
    await hits();
    now += 59_999;
    await hits();
    expect(warn.mock.calls).toEqual([
      [
        'Redis does not count, so each instance counts requests separately: it responded [-7,60000] instead of a count and a time',
      ],
    ]);
    now += 1;
    await hits();
    await hits();
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
