import type { Request } from 'express';

const BEARER = /^Bearer(?: +|$)/i;

/**
 * Returns the bearer token of a request; null if it has none, or if Authorization has another scheme (`Basic`). A
 * token that is sent twice is ignored.
 */
export function bearerTokenIn({ headers, headersDistinct }: Request): string | null {
  const { authorization } = headers;
  if (authorization === undefined || !BEARER.test(authorization)) return null;
  return headersDistinct['authorization']?.length === 1 ? authorization.replace(BEARER, '').trim() : '';
}
