import { Request, RequestHandler } from 'express';
import { Options, Store, ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { BoundedMap } from '../common/bounded-map.js';
import { Problem } from '../common/problem.js';
import { Environment } from '../config/environment.js';

const WINDOW_MS = 60_000;

const SILENT = { error: () => undefined, warn: () => undefined };

/** Requests per key, counted once it is known whose they are. */
export function keyLimit({ RATE_LIMIT_PER_MINUTE }: Environment, redis: Redis | null): RequestHandler {
  return limit('key', RATE_LIMIT_PER_MINUTE, redis, {
    keyGenerator: (request: Request) => request.principal?.keyId ?? '',
    skip: (request: Request) => request.principal === undefined,
    standardHeaders: 'draft-8',
    identifier: 'requests-per-key',
  });
}

/** Most addresses that are kept in mind; beyond them all are forgotten, and each may have one more key looked up. */
const MOST_SUSPECTS = 10_000;

/**
 * Refused keys per address: who guesses is stopped before a key is looked up. Requests that got in do not count, so an
 * address that many good clients share is not affected by how many they are; and while nobody guesses, nothing is
 * counted at all.
 */
export class GuessLimit {
  private readonly limit: RequestHandler;
  /** Addresses of which a key was refused within the last minute, and when that is over, ms. */
  private readonly suspects = new BoundedMap<string, number>(MOST_SUSPECTS);
  /** Requests that the limit has seen; of many first guesses at once none may go uncounted. */
  private readonly seen = new WeakSet<object>();

  constructor({ FAILED_KEYS_PER_MINUTE }: Environment, redis: Redis | null) {
    this.limit = limit('address', FAILED_KEYS_PER_MINUTE, redis, {
      keyGenerator: addressOf,
      skipSuccessfulRequests: true,
      requestWasSuccessful: (_request, response) => response.statusCode !== 401,
      standardHeaders: false,
    });
  }

  /** To come before the key is looked up. */
  readonly before: RequestHandler = (request, response, next) => {
    if (this.suspects.size > 0 && isKeyGiven(request) && this.isSuspect(request)) {
      this.seen.add(request);
      this.limit(request, response, next);
    } else {
      next();
    }
  };

  /** To come after it: the first refused key of an address is what makes it suspect. */
  readonly after: RequestHandler = (request, response, next) => {
    const { principal, authenticationError } = request as Request;
    if (principal !== undefined || authenticationError !== undefined || !isKeyGiven(request)) {
      next();
      return;
    }
    this.suspects.set(addressOf(request), Date.now() + WINDOW_MS);
    if (this.seen.has(request)) next();
    else this.limit(request, response, next);
  };

  private isSuspect(request: Request): boolean {
    const address = addressOf(request);
    const until = this.suspects.get(address);
    if (until === undefined) return false;
    if (until > Date.now()) return true;
    this.suspects.delete(address);
    return false;
  }
}

const addressOf = ({ ip }: Request): string => ipKeyGenerator(ip ?? '');

const isKeyGiven = ({ headers }: Request): boolean => headers['x-api-key'] !== undefined;

function limit(name: string, most: number, redis: Redis | null, options: Partial<Options>): RequestHandler {
  if (most === 0) return (_request, _response, next) => next();
  return rateLimit({
    ...options,
    windowMs: WINDOW_MS,
    limit: most,
    legacyHeaders: false,
    // Without Redis nobody is shut out: limits protect the service, they do not guard its data.
    passOnStoreError: true,
    // That Redis is away is told once, where the connection is kept.
    logger: SILENT,
    store: redis ? redisStore(redis, name) : undefined,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit ?? {};
      const seconds = Math.max(
        1,
        Math.ceil(((resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now()) / 1000),
      );
      const whose = name === 'key' ? 'requests with this key' : 'refused keys from this address';
      next(
        new Problem('RATE_LIMITED', `Too many ${whose}; try again in ${seconds} seconds.`, {
          headers: { 'Retry-After': String(seconds) },
        }),
      );
    },
  });
}

/** Counted in one place for all instances. */
function redisStore(redis: Redis, name: string): Store {
  return new RedisStore({
    prefix: `backtest:limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<number>,
  });
}
