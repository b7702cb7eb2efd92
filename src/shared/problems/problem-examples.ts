import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import type { DifferingCandleDto } from './differing-candle.dto.js';
import type { MoneyChoiceDto } from './money-choice.dto.js';
import type { FieldProblem, ProblemCode } from './problem.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The part of an error response that differs between requests. */
export interface Example {
  readonly message: string;
  readonly details?: readonly FieldProblem[];
  readonly choices?: readonly MoneyChoiceDto[];
  readonly differing?: readonly DifferingCandleDto[];
}

export type Examples = Readonly<Record<ProblemCode, Example>>;

const REQUEST_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/** Returns the whole body of an error response. */
export const problemExample = (statusCode: number, code: ProblemCode, example: Example) => ({
  statusCode,
  error: STATUS_CODES[statusCode],
  code,
  ...example,
  requestId: REQUEST_ID,
});

/**
 * Returns the example of a wrong field: a field or query parameter of the route, or an unknown field if the route has
 * neither.
 */
export function wrongField(
  { components }: OpenAPIObject,
  { requestBody, parameters = [] }: Operation,
): Example {
  const queries = parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' ? [parameter] : [],
  );
  const schemaName = /\/schemas\/(\w+)"/.exec(JSON.stringify(requestBody ?? ''))?.[1] ?? '';
  const schema = components?.schemas?.[schemaName];
  const [requiredField] = schema && 'required' in schema ? (schema.required ?? []) : [];
  const required = requiredField ?? queries.find((query) => query.required)?.name;
  if (required !== undefined) return aboutField(required, 'is required');
  const [query] = queries;
  if (!query) return aboutField('limit', 'is not a known parameter');
  const isText = query.schema && 'type' in query.schema && query.schema.type === 'string';
  return aboutField(query.name, isText ? 'must be a string' : 'must be a number');
}

const aboutField = (field: string, message: string): Example => ({
  message: `${field} ${message}.`,
  details: [{ field, message }],
});

/** Examples with the messages that the service sends. */
export const EXAMPLES = {
  MALFORMED_JSON: { message: 'The body is not valid JSON in UTF-8.' },
  TOO_MANY_TRADES: {
    message: 'The session has too many trades for this answer; split it into several sessions.',
  },
  MONEY_UNCLEAR: {
    message:
      'The money of the file is unclear: the profits may be net or gross. Send the file again with the answer of one of the choices: profit=net, profit=gross or profit=ignore.',
    details: [{ field: 'profit', message: 'is unclear: the profits may be net or gross' }],
    choices: [
      { meaning: 'net', costs: null, pointValue: 50, total: 495.5, net: 495.5 },
      { meaning: 'gross', costs: null, pointValue: 50, total: 495.5, net: 491 },
    ],
  },
  UNAUTHORIZED: { message: 'A valid API key is required in the header x-api-key.' },
  PROJECT_NOT_FOUND: { message: 'There is no project with this id.' },
  SESSION_NOT_FOUND: { message: 'There is no session with this id.' },
  TRADE_NOT_FOUND: { message: 'There is no trade with this id in the session.' },
  SYMBOL_NOT_FOUND: { message: 'The venue does not know this symbol; check the symbol and the feed.' },
  KEY_NOT_FOUND: { message: 'There is no key with this id.' },
  NOT_FOUND: { message: 'There is no route at /nowhere.' },
  METHOD_NOT_ALLOWED: { message: 'DELETE is not allowed here. Allowed: GET, HEAD, POST.' },
  SESSION_FINISHED: {
    message:
      'The session is finished and takes no new trade. To continue it, copy it with POST /sessions/{id}/copy: the copy is active.',
  },
  SESSION_CHANGED: { message: 'The trades of the session changed while they were exported; try again.' },
  SESSION_HAS_TRADES: { message: 'The session has trades, so its range stays. Delete them first.' },
  NOTHING_UNSEEN: {
    message: 'Every range of this length overlaps time that a session of the workspace has seen.',
  },
  CLIENT_ID_CONFLICT: aboutField('trades[0].clientId', 'is stored with different content'),
  CANDLES_DIFFER: {
    message: '1 stored bar has other figures. To replace it, send the file again with replace=true.',
    differing: [
      {
        ts: 1680361200000,
        stored: { open: 28400.07, high: 28443.04, low: 28280, close: 28326, volume: 1529.35437 },
        sent: { open: 28400.07, high: 28443.04, low: 28280, close: 28327, volume: 1529.35437 },
      },
    ],
  },
  PROJECT_NOT_EMPTY: {
    message: 'The project has sessions. Delete them first, or send sessions=true to delete them, too.',
  },
  KEY_NOT_VALID: {
    message: 'The key 0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a is revoked; create a new one instead.',
  },
  QUOTA_SESSIONS: {
    message:
      'The workspace may have 100 sessions at most; delete some, or ask the operator of the service for a larger quota.',
  },
  QUOTA_TRADES: {
    message:
      'The workspace may have 1000000 trades in all its sessions at most; delete some, or ask the operator of the service for a larger quota.',
  },
  STATE_CHANGED: { message: 'The stored state has changed; read it again.' },
  PAYLOAD_TOO_LARGE: {
    message: 'The body is larger than this service accepts; send less at a time.',
  },
  UNSUPPORTED_MEDIA_TYPE: { message: 'The body must be sent as application/json.' },
  REQUEST_TIMEOUT: { message: 'The request took too long to arrive; send it again.' },
  HEADERS_TOO_LARGE: {
    message: 'A request may have 100 headers at most, of 16384 bytes together with its first line.',
  },
  EXPECTATION_FAILED: { message: 'The only supported value of the header Expect is 100-continue.' },
  UNKNOWN_HOST: {
    message:
      'The header Host names neither this machine nor an address in the settings. If people use this address, set PUBLIC_URL to it.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    message: 'This Idempotency-Key was used for another request; send another key.',
  },
  RATE_LIMITED: { message: 'Too many requests with this key; try again in 12 seconds.' },
  QUOTA_REQUESTS: {
    message: 'The workspace may have 600 requests a minute at most; try again in 12 seconds.',
  },
  QUOTA_STATISTICS: {
    message: 'The workspace may have 4 statistics at a time at most; try again in 1 second.',
  },
  TOO_MANY_STREAMS: {
    message:
      'A workspace may have 100 event streams at a time; close one, or read the session from time to time instead.',
  },
  INTERNAL_ERROR: {
    message: 'The request failed unexpectedly. The server log has the cause under this requestId.',
  },
  VENUE_ERROR: { message: 'The venue sent an answer that cannot be used; try again later.' },
  VENUE_UNAVAILABLE: { message: 'There is no connection to api.venue.example; try again later.' },
  VENUE_RATE_LIMITED: { message: 'The venue accepts no more requests for now; try again later.' },
  VENUE_REGION_BLOCKED: {
    message:
      'The venue does not serve the region that this service runs in; candles can be imported from files instead.',
  },
  DATABASE_UNAVAILABLE: { message: 'The database could not complete the request; try again shortly.' },
  IDENTITY_UNAVAILABLE: {
    message: 'The keys that tokens are checked with cannot be read; try again shortly.',
  },
  STORAGE_FULL: {
    message: 'The service has no room for this file at the moment; nothing of it is stored. Try again later.',
  },
  BUSY: { message: 'Too many requests of this kind are waiting; try again in 5 seconds.' },
} as const satisfies Partial<Examples>;
