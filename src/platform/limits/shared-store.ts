import { Logger } from '@nestjs/common';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';

/** Interval of attempts to use Redis again after it did not respond, ms. */
const RETRY_INTERVAL_MS = 1_000;

/** Minimum time between two warnings of one limit, ms. */
const WARNING_INTERVAL_MS = 60_000;

/** More requests than Redis can count in a window. */
const MAX_COUNT = 1e9;

/**
 * Counts a request and returns the count and the rest of the window in ms. The script is sent with every command, so a
 * Redis server that was restarted or emptied needs no preparation.
 */
const COUNT = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
  return { 1, tonumber(ARGV[1]) }
end
return { redis.call('INCR', KEYS[1]), left }`;

/**
 * Counts in memory and returns a separate count to each request. The store of the library returns the same object to
 * all requests, so concurrent requests that wait for the same look-up would all get the total count.
 */
export class ExactStore extends MemoryStore {
  override increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = super.increment(key);
    const { totalHits, resetTime } = this.current.get(key)!;
    return counted.then(() => ({ totalHits, resetTime }));
  }
}

/**
 * Counts in Redis for all instances together, and in memory for this instance, and returns the larger count. So an
 * instance never accepts more requests than the limit, whatever Redis responds or loses.
 *
 * While Redis does not respond, requests do not wait for it: at most one request per second is sent to Redis, and the
 * first response ends this state.
 */
export class SharedStore implements Store {
  readonly prefix: string;
  private readonly logger = new Logger('Limits');
  private readonly own = new ExactStore();
  private windowMs = 0;
  /** Time of the next attempt to use Redis, by `performance.now()`; null while Redis responds. */
  private retryAt: number | null = null;
  private nextWarningAt = 0;

  constructor(
    private readonly redis: Redis,
    name: string,
  ) {
    this.prefix = `backtest:limit:${name}:`;
  }

  init(options: Options): void {
    this.windowMs = options.windowMs;
    this.own.init(options);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    // Counted before any wait, so concurrent requests get different counts.
    const counted = this.own.increment(key);
    const shared = await this.incrementShared(key);
    const own = await counted;
    return shared && shared.totalHits > own.totalHits ? shared : own;
  }

  async get(key: string): Promise<ClientRateLimitInfo | undefined> {
    const own = await this.own.get(key);
    if (this.retryAt !== null) return own;
    const totalHits = Number(await this.redis.get(this.prefix + key).catch(() => 0));
    return isCount(totalHits) && totalHits > (own?.totalHits ?? 0)
      ? { totalHits, resetTime: own?.resetTime }
      : own;
  }

  async decrement(key: string): Promise<void> {
    await this.own.decrement(key);
    await this.redis.decr(this.prefix + key);
  }

  async resetKey(key: string): Promise<void> {
    await this.own.resetKey(key);
    await this.redis.del(this.prefix + key);
  }

  shutdown(): void {
    this.own.shutdown();
  }

  /** Returns the count of all instances; undefined if Redis does not respond or does not count. */
  private async incrementShared(key: string): Promise<ClientRateLimitInfo | undefined> {
    if (this.retryAt === null)
      try {
        return await this.askRedis(key);
      } catch {
        this.retryAt ??= performance.now() + RETRY_INTERVAL_MS;
      }
    else if (performance.now() >= this.retryAt) void this.retry(key);
    return undefined;
  }

  /** Tries to use Redis again. No other attempt begins meanwhile. */
  private async retry(key: string): Promise<void> {
    this.retryAt = Infinity;
    try {
      await this.askRedis(key);
      this.retryAt = null;
    } catch {
      this.retryAt = performance.now() + RETRY_INTERVAL_MS;
    }
  }

  /**
   * Returns what Redis has counted; undefined if it responds with anything else.
   * @throws Error if Redis does not respond, which `RedisConnection` logs
   */
  private async askRedis(key: string): Promise<ClientRateLimitInfo | undefined> {
    let reply: unknown;
    try {
      reply = await this.redis.eval(COUNT, 1, this.prefix + key, this.windowMs);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ReplyError')) throw error;
      this.warn(error.message);
      return undefined;
    }
    const [totalHits, left] = Array.isArray(reply) ? (reply as unknown[]) : [];
    if (isCount(totalHits) && isCount(left) && left <= this.windowMs)
      return { totalHits, resetTime: new Date(Date.now() + left) };
    this.warn(`it responded ${JSON.stringify(reply)?.slice(0, 100)} instead of a count and a time`);
    return undefined;
  }

  private warn(reason: string): void {
    const now = performance.now();
    if (now < this.nextWarningAt) return;
    this.nextWarningAt = now + WARNING_INTERVAL_MS;
    this.logger.warn(`Redis does not count, so each instance counts requests separately: ${reason}`);
  }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT;
