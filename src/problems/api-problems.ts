import { ApiExtension, OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { ProblemDto } from './problem.dto.js';
import { otherOrigin } from './other-origin.js';
import { FieldProblem, PROBLEM_STATUS, ProblemCode } from './problem.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Metadata keys. The decorators store under these keys what `documentProblems` needs of a route. */
const CODES = 'x-problem-codes';
const SCOPES = 'x-scopes';
const UNCOUNTED = 'x-uncounted';

/** Errors of every route that needs a key. */
const WITH_KEY: readonly ProblemCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'QUOTA_REQUESTS',
  'INTERNAL_ERROR',
  'DATABASE_UNAVAILABLE',
  'BUSY',
];

/** Further errors of every route with a body (`WITH_BODY`) and of every route with a JSON body (`WITH_JSON`). */
const WITH_BODY: readonly ProblemCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const WITH_JSON: readonly ProblemCode[] = ['MALFORMED_JSON', ...WITH_BODY];

/** Documents the errors that a route adds to the errors of every route. */
export const ApiProblems = (...codes: readonly ProblemCode[]) => ApiExtension(CODES, [...codes]);

/**
 * Documents the scopes of which a route needs one, if they do not follow from the HTTP method. Null means any scope.
 */
export const ApiScopes = (scopes: readonly string[] | null) => ApiExtension(SCOPES, scopes && [...scopes]);

/** Documents that requests of a route do not count towards the quota of the workspace. */
export const ApiUncounted = () => ApiExtension(UNCOUNTED, true);

interface ProblemOptions {
  readonly scopesOf: (method: string) => readonly string[];
  readonly withTokens: boolean;
  readonly isBehindSignIn: boolean;
}

/**
 * Adds the error responses of every route to the document. Adds a default description to success responses without one.
 * @param options `scopesOf` returns the scopes of which a request with a method needs one, unless its route names other scopes;
 * `withTokens` if tokens are accepted; `isBehindSignIn` if writes for pages of other origins are refused
 */
export function documentProblems(
  document: OpenAPIObject,
  { scopesOf, withTokens, isBehindSignIn }: ProblemOptions,
): void {
  const ofCaller: readonly ProblemCode[] = withTokens ? [...WITH_KEY, 'IDENTITY_UNAVAILABLE'] : WITH_KEY;
  for (const { get, post, put, patch, delete: remove } of Object.values(document.paths)) {
    const writes = { post, put, patch, delete: remove };
    for (const [method, operation] of Object.entries({ get, ...writes }))
      if (operation) addProblems(document, operation, scopesOf(method.toUpperCase()), ofCaller);
    for (const operation of Object.values(writes)) if (operation && isBehindSignIn) addOtherOrigin(operation);
  }
}

/** Adds the second example of a 403 to a route that writes. */
function addOtherOrigin({ responses }: Operation): void {
  const problem = otherOrigin();
  const statusCode = problem.getStatus();
  const { message, code } = problem;
  const value = valueOf(statusCode, code, { message });
  const response = responses[statusCode];
  if (response && 'content' in response)
    Object.assign(response.content?.['application/json']?.examples ?? {}, {
      OTHER_ORIGIN: { summary: 'A page of another origin', value },
    });
}

function addProblems(
  document: OpenAPIObject,
  operation: Operation,
  scopesOfMethod: readonly string[],
  ofCaller: readonly ProblemCode[],
): void {
  const {
    [CODES]: own = [],
    [SCOPES]: scopes = scopesOfMethod,
    [UNCOUNTED]: isUncounted = false,
  } = operation as { [CODES]?: ProblemCode[]; [SCOPES]?: readonly string[] | null; [UNCOUNTED]?: boolean };
  for (const extension of [CODES, SCOPES, UNCOUNTED]) Reflect.deleteProperty(operation, extension);
  for (const [status, response] of Object.entries(operation.responses))
    if (response && 'description' in response) response.description ||= STATUS_CODES[status] ?? '';
  const isPublic = operation.security?.length === 0;
  const ofRoute = isUncounted ? ofCaller.filter((code) => code !== 'QUOTA_REQUESTS') : ofCaller;
  const codes = [...new Set([...(isPublic ? [] : ofRoute), ...codesOfBody(operation), ...own])];
  const examples = {
    ...EXAMPLES,
    FORBIDDEN: { message: scopes ? lackingScope('key', scopes) : 'This key has no scope.' },
    VALIDATION_FAILED: wrongField(document, operation),
  };
  for (const status of new Set(codes.map((code) => PROBLEM_STATUS[code]))) {
    const ofStatus = codes.filter((code) => PROBLEM_STATUS[code] === status);
    operation.responses[status] = problemResponse(status, ofStatus, examples);
  }
}

/**
 * Returns the errors of a body. A file that is not JSON is reported as a wrong field `file`, because other formats are
 * accepted too.
 */
function codesOfBody({ requestBody }: Operation): readonly ProblemCode[] {
  if (!requestBody) return [];
  const isFile = 'content' in requestBody && Object.keys(requestBody.content).length > 1;
  return isFile ? WITH_BODY : WITH_JSON;
}

function problemResponse(statusCode: number, codes: readonly ProblemCode[], examples: Examples) {
  const error = STATUS_CODES[statusCode] ?? '';
  const own = {
    code: { type: 'string', enum: [...codes] },
    statusCode: { type: 'integer', enum: [statusCode] },
  };
  const retryAfter = { description: 'Seconds to wait, if known', schema: { type: 'integer' } };
  return {
    description: `${error}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: getSchemaPath(ProblemDto) }, { type: 'object', properties: own }] },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: valueOf(statusCode, code, examples[code]) }]),
        ),
      },
    },
    ...((statusCode === 429 || statusCode === 503) && { headers: { 'Retry-After': retryAfter } }),
  };
}

const valueOf = (statusCode: number, code: ProblemCode, example: Example) => ({
  statusCode,
  error: STATUS_CODES[statusCode],
  code,
  ...example,
  requestId: REQUEST_ID,
});

interface Example {
  readonly message: string;
  readonly details?: readonly FieldProblem[];
}

type Examples = Readonly<Record<ProblemCode, Example>>;

/**
 * Returns the message for a caller without a scope of a route.
 * @param accepted the scopes of which the route needs one
 */
export function lackingScope(credential: 'key' | 'token', accepted: readonly string[]): string {
  const names = accepted.map((scope) => `"${scope}"`).join(' or ');
  return `This ${credential} lacks the scope ${names} that the request needs.`;
}

/**
 * Returns the example of a wrong field: a field or query parameter of the route, or an unknown field if the route has
 * neither.
 */
function wrongField({ components }: OpenAPIObject, { requestBody, parameters = [] }: Operation): Example {
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

const REQUEST_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/** Examples with the messages that the service sends. */
const EXAMPLES = {
  MALFORMED_JSON: { message: 'The body is not valid JSON in UTF-8.' },
  TOO_MANY_TRADES: {
    message: 'The session has too many trades for this answer; split it into several sessions.',
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
  CLIENT_ID_CONFLICT: aboutField('trades[0].clientId', 'is stored with different content'),
  PROJECT_NOT_EMPTY: { message: 'The project has sessions. Delete them first.' },
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
  EXPECTATION_FAILED: { message: 'The only supported value of the header Expect is 100-continue.' },
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
