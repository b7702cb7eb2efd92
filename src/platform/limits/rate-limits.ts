import { Request, RequestHandler } from 'express';
import {
  Options,
  RateLimitInfo,
  RateLimitRequestHandler,
  ipKeyGenerator,
  rateLimit,
} from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { Problem } from '../../shared/problems/problem.js';
import { clientAddress } from '../auth/client-address.js';
import { Environment } from '../config/environment.js';
import { IS_PROBE } from '../health/probes.js';
import { ExactStore, SharedStore } from './shared-store.js';

const WINDOW_MS = 60_000;

/** A limit on requests. Limits apply after the key has been looked up. */
interface Limit {
  readonly perMinute: number | ((request: Request) => Promise<number>);
  readonly redis: Redis | null;
  /** Prefix of the counters in Redis. */
  readonly name: string;
  /** @param seconds time until the next request is allowed */
  readonly refusal: (seconds: number, limit: number) => Problem;
  /** Requests with the same key are counted together. */
  readonly keyOf: (request: Request) => string;
  readonly applies: (request: Request) => boolean;
}

/** Limits the requests of each key and of each token subject. Probes are never refused. */
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
 * Limits the requests from one address with a refused key or token. Requests with a valid key are accepted and not
 * counted, because many clients may share an address.
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

/** Returns a handler that counts every request and refuses requests beyond the limit. */
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
    logger: { error: () => undefined, warn: () => undefined },
    store: redis ? new SharedStore(redis, name) : new ExactStore(),
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
