import { Request, RequestHandler } from 'express';
import { Options, Store, ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { Problem } from '../common/problem.js';
import { Environment } from '../config/environment.js';
import { IS_PROBE } from '../health/probes.js';

const WINDOW_MS = 60_000;

/** Both limits come after the key has been looked up. */
interface Limit {
  readonly perMinute: number;
  readonly redis: Redis | null;
  /** Names the counters in Redis. */
  readonly name: string;
  /** The name of what is counted, for the message of a refusal. */
  readonly counted: string;
  /** Whose requests are counted together. */
  readonly keyOf: (request: Request) => string;
  readonly applies: (request: Request) => boolean;
}

/** Limits the requests of each key. Probes are always answered. */
export const keyLimit = ({ RATE_LIMIT_PER_MINUTE }: Environment, redis: Redis | null): RequestHandler =>
  limit(
    {
      perMinute: RATE_LIMIT_PER_MINUTE,
      redis,
      name: 'key',
      counted: 'requests with this key',
      keyOf: ({ principal }) => principal?.keyId ?? '',
      applies: ({ principal, path }) => principal !== undefined && !IS_PROBE.test(path),
    },
    { standardHeaders: 'draft-8', identifier: 'requests-per-key' },
  );

/**
 * Limits the requests with a refused key that come from one address. Requests with a valid key always pass and are not
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
    counted: 'refused keys from this address',
    keyOf: ({ ip }) => ipKeyGenerator(ip ?? ''),
    applies: ({ principal, authenticationError, headers }) =>
      headers['x-api-key'] !== undefined && principal === undefined && authenticationError === undefined,
  });

function limit(
  { perMinute, redis, name, counted, keyOf, applies }: Limit,
  headers: Partial<Options> = {},
): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  const count = rateLimit({
    windowMs: WINDOW_MS,
    limit: perMinute,
    keyGenerator: keyOf,
    legacyHeaders: false,
    ...headers,
    // Limits protect the service, not its data: without Redis every request passes. `RedisConnection` logs that.
    passOnStoreError: true,
    logger: { error: () => undefined, warn: () => undefined },
    store: redis ? redisStore(redis, name) : undefined,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit ?? {};
      next(refusal(counted, resetTime));
    },
  });
  return (request, response, next) => (applies(request) ? count(request, response, next) : next());
}

function refusal(counted: string, resetTime: Date | undefined): Problem {
  const waitMs = (resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now();
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem('RATE_LIMITED', `Too many ${counted}; try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Counts for all instances together. */
const redisStore = (redis: Redis, name: string): Store =>
  new RecoveringStore({
    prefix: `backtest:limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<number>,
  });

/** Loads its scripts again after Redis was unavailable. The store of the library would keep the failure forever. */
class RecoveringStore extends RedisStore {
  override async increment(key: string): ReturnType<RedisStore['increment']> {
    try {
      return await super.increment(key);
    } catch (error) {
      this.init({ windowMs: WINDOW_MS } as Options).catch(() => undefined);
      throw error;
    }
  }
}
