import { ApiExtension, OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { ProblemDto } from './problem.dto.js';
import { otherOrigin } from './other-origin.js';
import { PROBLEM_STATUS, ProblemCode } from './problem.js';
import { EXAMPLES, type Examples, type Operation, problemExample, wrongField } from './problem-examples.js';

/** Metadata keys. The decorators store under these keys what `documentProblems` needs of a route. */
const CODES = 'x-problem-codes';
const SCOPES = 'x-scopes';
const REMOVES = 'x-removes';
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
 * Documents the scopes of a route if they do not follow from the HTTP method. A request needs one of these scopes. Null
 * means any scope.
 */
export const ApiScopes = (scopes: readonly string[] | null) => ApiExtension(SCOPES, scopes && [...scopes]);

/** Documents that a route needs the scopes of DELETE, whatever its method is. */
export const ApiRemoves = () => ApiExtension(REMOVES, true);

/** Documents that requests of a route do not count towards the quota of the workspace. */
export const ApiUncounted = () => ApiExtension(UNCOUNTED, true);

interface ProblemOptions {
  readonly scopesOf: (method: string) => readonly string[];
  readonly withTokens: boolean;
  readonly isBehindSignIn: boolean;
}

/**
 * Adds the error responses of every route to the document. Adds a default description to success responses without one.
 * @param options `scopesOf` returns the scopes for a method, of which a request needs one, unless its route names other
 * scopes; `withTokens` if tokens are accepted; `isBehindSignIn` if writes for pages of other origins are refused
 */
export function documentProblems(
  document: OpenAPIObject,
  { scopesOf, withTokens, isBehindSignIn }: ProblemOptions,
): void {
  const ofCaller: readonly ProblemCode[] = withTokens ? [...WITH_KEY, 'IDENTITY_UNAVAILABLE'] : WITH_KEY;
  for (const { get, post, put, patch, delete: remove } of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries({ get, post, put, patch, delete: remove })) {
      if (!operation) continue;
      const isForeignRefused = isBehindSignIn && method !== 'get';
      addProblems(document, operation, {
        scopes: scopesOf(REMOVES in operation ? 'DELETE' : method.toUpperCase()),
        ofCaller,
        isForeignRefused,
      });
    }
  }
}

interface RouteOptions {
  /** The scopes for the method, of which a request needs one. */
  readonly scopes: readonly string[];
  readonly ofCaller: readonly ProblemCode[];
  /** True if the route refuses requests of pages of other origins. */
  readonly isForeignRefused: boolean;
}

function addProblems(
  document: OpenAPIObject,
  operation: Operation,
  { scopes: ofMethod, ofCaller, isForeignRefused }: RouteOptions,
): void {
  const {
    [CODES]: own = [],
    [SCOPES]: scopes = ofMethod,
    [UNCOUNTED]: isUncounted = false,
  } = operation as { [CODES]?: ProblemCode[]; [SCOPES]?: readonly string[] | null; [UNCOUNTED]?: boolean };
  for (const extension of [CODES, SCOPES, REMOVES, UNCOUNTED]) Reflect.deleteProperty(operation, extension);
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
  // The name contains everything on which the examples of a route depend.
  const parts: Partial<Record<ProblemCode, string>> = {
    FORBIDDEN: scopes?.join('-') ?? 'any',
    VALIDATION_FAILED: examples.VALIDATION_FAILED.details?.[0]?.field ?? '',
  };
  const nameOf = (named: readonly ProblemCode[]): string =>
    [...named, ...named.flatMap((code) => parts[code] ?? [])].join('.');
  for (const status of new Set(codes.map((code) => PROBLEM_STATUS[code]))) {
    const ofStatus = codes.filter((code) => PROBLEM_STATUS[code] === status);
    const response = problemResponse(status, ofStatus, examples);
    if (status === PROBLEM_STATUS.FORBIDDEN && isForeignRefused) addOtherOrigin(response);
    operation.responses[status] = { $ref: sharedResponse(document, nameOf(ofStatus), response) };
  }
}

/** Adds the second example of a 403. */
function addOtherOrigin({ content }: ProblemResponse): void {
  const { message, code } = otherOrigin();
  const value = problemExample(PROBLEM_STATUS[code], code, { message });
  content['application/json'].examples['OTHER_ORIGIN'] = { summary: 'A page of another origin', value };
}

/**
 * Adds a response to the components of the document, unless an equal response is there.
 * @param name further responses of this name get a number
 * @returns a reference to the response
 */
function sharedResponse(document: OpenAPIObject, name: string, response: ProblemResponse): string {
  const responses = ((document.components ??= {}).responses ??= {});
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? name : `${name}.${number}`;
    responses[key] ??= response;
    if (isDeepStrictEqual(responses[key], response)) return `#/components/responses/${key}`;
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

type ProblemResponse = ReturnType<typeof problemResponse>;

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
          codes.map((code): [string, { summary?: string; value: object }] => [
            code,
            { value: problemExample(statusCode, code, examples[code]) },
          ]),
        ),
      },
    },
    ...((statusCode === 429 || statusCode === 503) && { headers: { 'Retry-After': retryAfter } }),
  };
}

/**
 * Returns the message for a caller without a scope of a route.
 * @param accepted the scopes of the route; one of them is enough
 */
export function lackingScope(credential: 'key' | 'token', accepted: readonly string[]): string {
  const names = accepted.map((scope) => `"${scope}"`).join(' or ');
  return `This ${credential} lacks the scope ${names} that the request needs.`;
}
