import { Environment } from '../config/environment.js';

const ANY_PORT_OF_LOCALHOST = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Which pages of other origins may call the service from a browser, and what they may read of its answers. */
export function corsOptions({ CORS_ORIGINS }: Environment) {
  return {
    origin: originsOf(CORS_ORIGINS),
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['x-request-id', 'ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    maxAge: 600,
  };
}

function originsOf(setting: string): string | string[] | RegExp {
  if (setting === '*') return '*';
  if (setting === '') return ANY_PORT_OF_LOCALHOST;
  return setting.split(',').map((origin) => origin.trim());
}
