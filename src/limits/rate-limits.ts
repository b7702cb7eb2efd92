import { NextFunction, Request, RequestHandler } from 'express';
import { MemoryStore, Options, Store, ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore } from 'rate-limit-redis';
import { BoundedMap } from '../common/bounded-map.js';
import { Problem } from '../common/problem.js';
import { Environment } from '../config/environment.js';
import { IS_PROBE } from '../health/probes.js';

const WINDOW_MS = 60_000;

const SILENT = { error: () => undefined, warn: () => undefined };

/** Requests per key, counted once it is known whose they are; a probe is answered whoever asks. */
export function keyLimit({ RATE_LIMIT_PER_MINUTE }: Environment, redis: Redis | null): RequestHandler {
  if (RATE_LIMIT_PER_MINUTE === 0) return (_request, _response, next) => next();
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: RATE_LIMIT_PER_MINUTE,
    keyGenerator: (request: Request) => request.principal?.keyId ?? '',
    skip: (request: Request) => request.principal === undefined || IS_PROBE.test(request.path),
    standardHeaders: 'draft-8',
    identifier: 'requests-per-key',
    legacyHeaders: false,
    // Without Redis nobody is shut out: limits protect the service, they do not guard its data.
    passOnStoreError: true,
    // That Redis is away is told once, where the connection is kept.
    logger: SILENT,
    store: redis ? redisStore(redis, 'key') : undefined,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit ?? {};
      next(refusal('requests with this key', resetTime));
    },
  });
}

/** Most addresses that are kept in mind; beyond them all are forgotten, and each may have one more key looked up. */
const MOST_SUSPECTS = 10_000;

/**
 * Refused keys per address: who guesses is stopped before a key is looked up. Requests that got in do not count, so an
 * address that many good clients share is not affected by how many they are; and while nobody guesses, nothing is
 * looked at at all.
 */
export class GuessLimit {
  private readonly store: Store;
  private readonly most: number;
  /** Addresses of which a key was refused within the last minute, and when that is over, ms. */
  private readonly suspects = new BoundedMap<string, number>(MOST_SUSPECTS);

  constructor({ FAILED_KEYS_PER_MINUTE }: Environment, redis: Redis | null) {
    this.most = FAILED_KEYS_PER_MINUTE;
    this.store = redis ? redisStore(redis, 'address') : new MemoryStore();
    void Promise.resolve(this.store.init?.({ windowMs: WINDOW_MS } as Options)).catch(() => undefined);
  }

  /** To come before the key is looked up: refuses an address that has guessed too often. */
  readonly before: RequestHandler = (request, _response, next) => {
    if (this.suspects.size === 0 || !isKeyGiven(request) || !this.isSuspect(request)) {
      next();
      return;
    }
    return refuseFrom(this.most, this.store.get?.(addressOf(request)), next);
  };

  /** To come after it: counts a key that was refused, and refuses the address with the first that is too many. */
  readonly after: RequestHandler = (request, _response, next) => {
    const { principal, authenticationError } = request as Request;
    if (
      this.most === 0 ||
      principal !== undefined ||
      authenticationError !== undefined ||
      !isKeyGiven(request)
    ) {
      next();
      return;
    }
    this.suspects.set(addressOf(request), Date.now() + WINDOW_MS);
    return refuseFrom(this.most + 1, this.store.increment(addressOf(request)), next);
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

/** @param count what is counted; without Redis nobody is shut out */
async function refuseFrom(
  tooMany: number,
  count: ReturnType<Store['increment']> | ReturnType<NonNullable<Store['get']>> | undefined,
  next: NextFunction,
): Promise<void> {
  const counted = await Promise.resolve(count).catch(() => undefined);
  if (counted && counted.totalHits >= tooMany)
    next(refusal('refused keys from this address', counted.resetTime));
  else next();
}

const addressOf = ({ ip }: Request): string => ipKeyGenerator(ip ?? '');

const isKeyGiven = ({ headers }: Request): boolean => headers['x-api-key'] !== undefined;

function refusal(whose: string, resetTime: Date | undefined): Problem {
  const waitMs = (resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now();
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem('RATE_LIMITED', `Too many ${whose}; try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Counted in one place for all instances. */
const redisStore = (redis: Redis, name: string): Store =>
  new PatientStore({
    prefix: `backtest:limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<number>,
  });

/** One that begins anew when Redis was away: it would keep the failure to load its scripts for ever. */
class PatientStore extends RedisStore {
  override async increment(key: string): ReturnType<RedisStore['increment']> {
    try {
      return await super.increment(key);
    } catch (error) {
      this.init({ windowMs: WINDOW_MS } as Options).catch(() => undefined);
      throw error;
    }
  }
}
