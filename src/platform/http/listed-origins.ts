import type { Environment } from '../config/environment.js';

/** Returns the origins that `CORS_ORIGINS` lists. */
export const listedOrigins = ({ CORS_ORIGINS }: Environment): string[] =>
  CORS_ORIGINS === '' ? [] : CORS_ORIGINS.split(',').map((origin) => origin.trim());
