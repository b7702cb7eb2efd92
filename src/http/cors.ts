import cors from 'cors';
import { RequestHandler } from 'express';
import { Environment } from '../config/environment.js';

const ANY_PORT_OF_LOCALHOST = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Which pages of other origins may call the service from a browser, and what they may read of its answers. */
export function crossOrigin({ CORS_ORIGINS }: Environment): RequestHandler {
  const origin = originsOf(CORS_ORIGINS);
  const handle = cors({
    origin,
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['x-request-id', 'ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
  });
  return (request, response, next) => {
    if (request.headers.origin !== undefined || request.method === 'OPTIONS') {
      handle(request, response, next);
      return;
    }
    // No page asks: nothing is to be allowed, and caches still learn that a page may be answered otherwise.
    if (origin !== '*') response.setHeader('Vary', 'Origin');
    next();
  };
}

function originsOf(setting: string): string | string[] | RegExp {
  if (setting === '*') return '*';
  if (setting === '') return ANY_PORT_OF_LOCALHOST;
  return setting.split(',').map((origin) => origin.trim());
}
