import express, { NextFunction, Request, RequestHandler, Response } from 'express';
import { Problem, validationProblem } from './problem.js';

/** Deepest nesting that any request of ours has is 5 (a session's asset's fees); what goes beyond 10 is mischief. */
const DEEPEST = 10;

/** Names that every object inherits: copied, they would reach into its prototype or be passed over in silence. */
export const PROTOTYPE_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/**
 * Reads JSON bodies, and only for callers that are known: a stranger's body is left unread, and the guard refuses the
 * request.
 */
export function jsonBody(limit: string): RequestHandler {
  const most = bytesOf(limit);
  const parse = express.json({ limit: most, strict: false, type: () => true });
  return (request: Request, response: Response, next: NextFunction) => {
    if (!request.principal || !isWanted(request)) {
      next();
      return;
    }
    if (!request.is('application/json')) {
      next(new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json.'));
      return;
    }
    if (!isUtf8(request.headers['content-type'] ?? '')) {
      next(unreadable());
      return;
    }
    // The parser would take all of it before it said so.
    if (Number(request.headers['content-length'] ?? 0) > most) {
      next(tooLarge());
      return;
    }
    parse(request, response, (error?: unknown) => next(bodyProblem(request, error)));
  };
}

/** What comes with a GET means nothing to any route and stays unread, like a stranger's body. */
const isWanted = ({ method, headers }: Request): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** JSON is exchanged as UTF-8; the parser would decode others too, and UTF-7 reads a plus sign as something else. */
const isUtf8 = (contentType: string): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)].every(([, charset = '']) =>
    ['', 'utf-8'].includes(charset.toLowerCase()),
  );

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20 };

/** Of a size such as `4mb`. */
const bytesOf = (size: string): number =>
  parseInt(size, 10) * (UNITS[size.replace(/\d+/, '').toLowerCase()] ?? 1);

const tooLarge = () => new Problem('PAYLOAD_TOO_LARGE', 'The body is larger than this service accepts.');

const malformed = () => new Problem('MALFORMED_JSON', 'The body is not valid JSON.');

const unreadable = () =>
  new Problem(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body has an encoding or a charset that this service does not read.',
  );

function bodyProblem({ body }: Request, error: unknown): unknown {
  // The parser leaves it at that when the connection broke before it began to read, and a route may need no body.
  if (error === undefined && body === undefined) return malformed();
  if (error === undefined) return mischief(body);
  const { type, status } = error as { type?: string; status?: number };
  if (status === 413) return tooLarge();
  if (status === 415) return unreadable();
  if (type === 'request.aborted' || (status !== undefined && status < 500)) {
    return malformed();
  }
  return error;
}

/** Refuses what no request of ours contains and what would only wear out whoever looks at it. Iterative on purpose. */
function mischief(body: unknown): Problem | undefined {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue;
    if (item.depth > DEEPEST) {
      return validationProblem([{ field: item.path, message: `is nested more than ${DEEPEST} levels deep` }]);
    }
    const isArray = Array.isArray(item.value);
    for (const [key, value] of Object.entries(item.value)) {
      if (!isArray && PROTOTYPE_KEYS.has(key)) {
        return validationProblem([
          { field: item.path === '' ? key : `${item.path}.${key}`, message: 'is not a known field' },
        ]);
      }
      if (typeof value !== 'object' || value === null) continue;
      const path = isArray ? `${item.path}[${key}]` : item.path === '' ? key : `${item.path}.${key}`;
      pending.push({ value, path, depth: item.depth + 1 });
    }
  }
  return undefined;
}
