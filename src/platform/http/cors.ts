import cors from 'cors';
import { RequestHandler } from 'express';
import type { Environment } from '../config/environment.js';
import { listedOrigins } from './listed-origins.js';

const ANY_PORT_OF_LOCALHOST = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns a handler for requests from web pages of other origins. The handler controls which of these pages may call
 * the service, and which response headers they may read.
 */
export function crossOrigin(environment: Environment): RequestHandler {
  const origin = originsOf(environment);
  const handle = cors({
    origin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'ETag',
      'Content-Disposition',
      'Idempotent-Replayed',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
    ],
    maxAge: 600,
  });
  return (request, response, next) => {
    if (request.headers.origin !== undefined || request.method === 'OPTIONS') {
      handle(request, response, next);
      return;
    }
    // `Vary` informs caches that the response depends on the origin. (Benchmark: "GET stats, 304".)
    if (origin !== '*') response.setHeader('Vary', 'Origin');
    next();
  };
}

function originsOf(environment: Environment): string | string[] | RegExp {
  const { CORS_ORIGINS, isBehindSignIn } = environment;
  if (CORS_ORIGINS === '*') return '*';
  if (CORS_ORIGINS === '' && !isBehindSignIn) return ANY_PORT_OF_LOCALHOST;
  return listedOrigins(environment);
}
