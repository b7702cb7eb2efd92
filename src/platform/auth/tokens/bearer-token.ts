import type { Request } from 'express';

const BEARER = /^Bearer(?: +|$)/i;

/**
 * Returns the bearer token of a request; null if the request has no Authorization header or another scheme (`Basic`).
 * Returns an empty text if the token is sent twice.
 */
export function bearerTokenIn({ headers, headersDistinct }: Request): string | null {
  const { authorization } = headers;
  if (authorization === undefined || !BEARER.test(authorization)) return null;
  return headersDistinct['authorization']?.length === 1 ? authorization.replace(BEARER, '').trim() : '';
}
