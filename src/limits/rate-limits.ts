import { Logger } from '@nestjs/common';
import { Request, RequestHandler } from 'express';
import {
  MemoryStore,
  Options,
  RateLimitInfo,
  RateLimitRequestHandler,
  Store,
  ipKeyGenerator,
  rateLimit,
} from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { Problem } from '../common/problem.js';
import { clientAddress } from '../common/client-address.js';
import { Environment } from '../config/environment.js';
import { IS_PROBE } from '../health/probes.js';

const WINDOW_MS = 60_000;

/** All limits come after the key has been looked up. */
interface Limit {
  readonly perMinute: number | ((request: Request) => Promise<number>);
  readonly redis: Redis | null;
  /** Names the counters in Redis. */
  readonly name: string;
  /** @param seconds until the next request is allowed */
  readonly refusal: (seconds: number, limit: number) => Problem;
  /** Whose requests are counted together. */
  readonly keyOf: (request: Request) => string;
  readonly applies: (request: Request) => boolean;
}

/** Limits the requests of each key, and of each subject of tokens. Probes are always answered. */
export const keyLimit = ({ RATE_LIMIT_PER_MINUTE }: Environment, redis: Redis | null): RequestHandler =>
  limit(
    {
      perMinute: RATE_LIMIT_PER_MINUTE,
      redis,
      name: 'key',
      refusal: tooMany('requests with this key'),
      keyOf: ({ principal }) =>
        `${principal?.workspaceId}:${principal?.keyId ?? `token:${principal?.subject}`}`,
      applies: ({ principal, path }) => principal !== undefined && !IS_PROBE.test(path),
    },
    { standardHeaders: 'draft-8', identifier: 'requests-per-key' },
  );

/**
 * Limits the requests with a refused key or token that come from one address. Requests with a valid key always pass and are not
 * counted, since many clients may share an address.
 */
export const refusedKeyLimit = (
  { FAILED_KEYS_PER_MINUTE }: Environment,
  redis: Redis | null,
): RequestHandler =>
  limit({
    perMinute: FAILED_KEYS_PER_MINUTE,
    redis,
    name: 'address',
    refusal: tooMany('refused keys from this address'),
    keyOf: (request) => ipKeyGenerator(clientAddress(request)),
    applies: ({ refusal }) => refusal !== undefined,
  });

function limit(rule: Limit, headers: Partial<Options> = {}): RequestHandler {
  if (rule.perMinute === 0) return (_request, _response, next) => next();
  const count = counting(rule, headers);
  return (request, response, next) => (rule.applies(request) ? count(request, response, next) : next());
}

/** Counts every request that it gets, and refuses those beyond the limit. */
export function counting(
  { perMinute, redis, name, refusal, keyOf }: Omit<Limit, 'applies'>,
  headers: Partial<Options> = {},
): RateLimitRequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: perMinute,
    keyGenerator: keyOf,
    legacyHeaders: false,
    ...headers,
    // Limits protect the service, not its data: without Redis every request passes, which the log says.
    passOnStoreError: true,
    logger: { error: () => undefined, warn: () => undefined },
    store: redis ? redisStore(redis, name) : new ExactStore(),
    handler: (request, _response, next) => {
      const { limit, resetTime } = (request as Request & { rateLimit: RateLimitInfo }).rateLimit;
      next(refusal(secondsUntil(resetTime), limit));
    },
  });
}

const secondsUntil = (reset: Date | undefined): number =>
  Math.max(1, Math.ceil(((reset?.getTime() ?? Date.now() + WINDOW_MS) - Date.now()) / 1000));

const tooMany = (counted: string) => (seconds: number) =>
  new Problem('RATE_LIMITED', `Too many ${counted}; try again in ${seconds} seconds.`, {
    retryAfterS: seconds,
  });

/** Counts for all instances together. */
const redisStore = (redis: Redis, name: string): Store =>
  new RecoveringStore({
    prefix: `backtest:limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<number>,
  });

/**
 * Tells each request its own count. The store of the library gives all the same object, so that requests which come in one
 * turn of the event loop, after the same look-up, would each be told how many they are together.
 */
class ExactStore extends MemoryStore {
  override increment(key: string): ReturnType<MemoryStore['increment']> {
    const counted = super.increment(key);
    const { totalHits, resetTime } = this.current.get(key)!;
    return counted.then(() => ({ totalHits, resetTime }));
  }
}

/** Loads its scripts again after Redis was unavailable. The store of the library would keep the failure forever. */
class RecoveringStore extends RedisStore {
  private readonly logger = new Logger('Limits');
  private isRefused = false;

  override async increment(key: string): ReturnType<RedisStore['increment']> {
    try {
      const counted = await super.increment(key);
      this.isRefused = false;
      return counted;
    } catch (error) {
      // A lost connection is logged by `RedisConnection`.
      if (error instanceof Error && error.name === 'ReplyError' && !this.isRefused) {
        this.isRefused = true;
        this.logger.warn(`Redis does not count, so limits are not enforced: ${error.message}`);
      }
      this.init({ windowMs: WINDOW_MS } as Options).catch(() => undefined);
      throw error;
    }
  }
}
