import { CanActivate, ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Request, Response } from 'express';
import { setImmediate } from 'node:timers/promises';
import type { Callers } from '../auth/requests/callers.js';
import { Problem, malformedJson, validationProblem } from '../../shared/problems/problem.js';
import { utf8Text } from '../../shared/text/utf8-text.js';
import { shapeProblem } from './json-shape.js';
import { bodyTooLarge, isDecodable, readRequestBody } from './read-request-body.js';

const RAW = 'http:raw-json';

/** Passes the body to this method as a Buffer, as it was sent. The method checks the body itself. */
export const RawJsonBody = () => SetMetadata(RAW, true);

const OWN_BODY = 'own-body';

/** Leaves the body to the route, which reads the body as it arrives. */
export const OwnBody = () => SetMetadata(OWN_BODY, true);

/**
 * Reads the JSON body of a request after the key guard has accepted the request. This is a guard instead of an
 * interceptor, because a single interceptor makes Nest run every request through rxjs. That takes 25 µs of CPU, a fifth
 * of the time of a request in the benchmark "GET stats, 304".
 */
@Injectable()
export class JsonBody implements CanActivate {
  private readonly limitBytes: number;

  /**
   * @param limit a size such as `4mb`
   * @param callers checks the caller again if the request has waited for its body
   */
  constructor(
    limit: string,
    private readonly callers: Pick<Callers, 'requireStill'>,
  ) {
    this.limitBytes = sizeInBytes(limit);
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request) || Reflect.getMetadata(OWN_BODY, context.getHandler())) return true;
    const isRaw = Reflect.getMetadata(RAW, context.getHandler()) === true;
    return this.setBody(request, http.getResponse(), isRaw);
  }

  private async setBody(request: Request, response: Response, isRaw: boolean): Promise<true> {
    const wasThere = request.complete;
    const body = await this.read(request, response);
    if (!wasThere) await this.callers.requireStill(request);
    request.body = isRaw ? body : parse(body);
    if (body.length > LARGE_BYTES) await nextTurn();
    return true;
  }

  private async read(request: Request, response: Response): Promise<Buffer> {
    const { headers } = request;
    if (!request.is('application/json'))
      throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json.');
    if (!isUtf8(headers['content-type'] ?? '') || !isDecodable(request)) throw unreadable();
    if (Number(headers['content-length'] ?? 0) > this.limitBytes) throw bodyTooLarge();
    // Expectations other than 100-continue have already been refused.
    if (headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
    return readRequestBody(request, this.limitBytes);
  }
}

/**
 * If a body is larger than this size, bytes, other requests are handled between parsing and validating it. Validation may
 * take as long as parsing.
 */
const LARGE_BYTES = 2 ** 18;

/** Waits for two callbacks: after only one, the event loop may not have handled other requests yet. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Returns whether a request has a body to read. No route uses the body of a GET. */
const hasBody = ({ method, headers }: Request): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** Returns whether the content type names no charset other than UTF-8. */
const isUtf8 = (contentType: string): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)].every(([, charset = '']) =>
    ['', 'utf-8'].includes(charset.toLowerCase()),
  );

const SIZE_UNITS: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20 };

export const sizeInBytes = (size: string): number =>
  parseInt(size, 10) * (SIZE_UNITS[size.replace(/\d+/, '').toLowerCase()] ?? 1);

/** Parses a JSON body. An empty body is treated like no body. */
function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const problem = shapeProblem(body);
  if (problem) throw validationProblem([problem]);
  try {
    return JSON.parse(utf8Text(body)) as unknown;
  } catch {
    throw malformedJson();
  }
}

const unreadable = () =>
  new Problem(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body has a content encoding or charset that this service does not support; send UTF-8, as it is or with gzip, deflate or br.',
  );
