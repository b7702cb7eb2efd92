import type { Request } from 'express';

const BEARER = /^Bearer(?: +|$)/i;

/**
 * The bearer token of a request; null if it has none, also where Authorization is for somebody else (`Basic`). One that is
 * sent twice is no token.
 */
export function bearerTokenIn({ headers, headersDistinct }: Request): string | null {
  const { authorization } = headers;
  if (authorization === undefined || !BEARER.test(authorization)) return null;
  return headersDistinct['authorization']?.length === 1 ? authorization.replace(BEARER, '').trim() : '';
}
