import cors from 'cors';
import { RequestHandler } from 'express';
import { Environment } from '../config/environment.js';

const ANY_PORT_OF_LOCALHOST = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns a handler that controls which web pages of other origins may call the service, and which response headers
 * they may read.
 */
export function crossOrigin({ CORS_ORIGINS }: Environment): RequestHandler {
  const origin = originsOf(CORS_ORIGINS);
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

function originsOf(setting: string): string | string[] | RegExp {
  if (setting === '*') return '*';
  if (setting === '') return ANY_PORT_OF_LOCALHOST;
  return setting.split(',').map((origin) => origin.trim());
}
