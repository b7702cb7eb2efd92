import { Logger } from '@nestjs/common';
import { type ClientRateLimitInfo, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';

/** Interval of attempts to use Redis again after a failure, ms. */
const RETRY_INTERVAL_MS = 1_000;

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
 * Counts in Redis for all instances together. While Redis fails, counts in memory for this instance, and requests do
 * not wait for Redis. During this time, at most one request per second is counted in both stores. The first such
 * request that Redis counts ends the fallback.
 */
export class SharedStore implements Store {
  readonly prefix: string;
  private readonly logger = new Logger('Limits');
  private readonly shared: RedisStore;
  private readonly own = new ExactStore();
  private options!: Options;
  /** Time of the next attempt to use Redis, by `performance.now()`; null while Redis works. */
  private retryAt: number | null = null;

  constructor(redis: Redis, name: string) {
    this.prefix = `backtest:limit:${name}:`;
    this.shared = new RedisStore({
      prefix: this.prefix,
      sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<number>,
    });
  }

  init(options: Options): void {
    this.options = options;
    this.own.init(options);
    // A failure is ignored here, because counting the first request then fails as well.
    this.shared.init(options).catch(() => undefined);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    if (this.retryAt === null)
      try {
        return await this.shared.increment(key);
      } catch (error) {
        this.fallBack(error);
      }
    else if (performance.now() >= this.retryAt) void this.retry(key);
    return this.own.increment(key);
  }

  async get(key: string): Promise<ClientRateLimitInfo | undefined> {
    const shared = this.retryAt === null ? await this.shared.get(key).catch(() => null) : null;
    return shared ?? this.own.get(key);
  }

  async decrement(key: string): Promise<void> {
    await (this.retryAt === null ? this.shared : this.own).decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await (this.retryAt === null ? this.shared : this.own).resetKey(key);
  }

  shutdown(): void {
    this.own.shutdown();
  }

  private fallBack(error: unknown): void {
    if (this.retryAt !== null) return;
    this.retryAt = performance.now() + RETRY_INTERVAL_MS;
    // `RedisConnection` logs a lost connection.
    if (error instanceof Error && error.name === 'ReplyError')
      this.logger.warn(`Redis does not count, so each instance counts requests separately: ${error.message}`);
  }

  /**
   * Tries to use Redis again. No other attempt begins meanwhile, because an attempt that ends later would count its
   * request after the fallback. If loading the scripts fails once, the library does not load them again, so they are
   * loaded here.
   */
  private async retry(key: string): Promise<void> {
    this.retryAt = Infinity;
    try {
      await this.shared.init(this.options);
      await this.shared.increment(key);
      this.retryAt = null;
    } catch {
      this.retryAt = performance.now() + RETRY_INTERVAL_MS;
    }
  }
}
