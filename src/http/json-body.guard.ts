import { CanActivate, ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import express, { Request, RequestHandler, Response } from 'express';
import { setImmediate } from 'node:timers/promises';
import { Problem, malformedJson, validationProblem } from '../common/problem.js';
import { utf8Text } from '../common/utf8-text.js';
import { shapeProblem } from './json-shape.js';

const RAW = 'http:raw-json';

/** The body of this method is left as it was sent, a Buffer; the method checks it itself. */
export const RawJsonBody = () => SetMetadata(RAW, true);

const OWN_BODY = 'own-body';

/** Leaves the body to the route, which reads it as it arrives. */
export const OwnBody = () => SetMetadata(OWN_BODY, true);

/**
 * Reads the JSON body of a request once the key guard, which is called before it, has let the request in. It is a guard
 * because Nest runs every request through rxjs as soon as there is one interceptor: 25 µs of CPU, a fifth of a request of
 * the row "GET stats, 304".
 */
@Injectable()
export class JsonBody implements CanActivate {
  private readonly limitBytes: number;
  private readonly readRaw: RequestHandler;

  /** @param limit a size such as `4mb` */
  constructor(limit: string) {
    this.limitBytes = sizeInBytes(limit);
    this.readRaw = express.raw({ limit: this.limitBytes, type: () => true });
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request) || Reflect.getMetadata(OWN_BODY, context.getHandler())) return true;
    const isRaw = Reflect.getMetadata(RAW, context.getHandler()) === true;
    return this.setBody(request, http.getResponse(), isRaw);
  }

  private async setBody(request: Request, response: Response, isRaw: boolean): Promise<true> {
    const body = await this.read(request, response);
    request.body = isRaw ? body : parse(body);
    if (body.length > LARGE_BYTES) await nextTurn();
    return true;
  }

  private async read(request: Request, response: Response): Promise<Buffer> {
    const { headers } = request;
    if (!request.is('application/json'))
      throw new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json.');
    if (!isUtf8(headers['content-type'] ?? '') || !isSupported(headers['content-encoding']))
      throw unreadable();
    if (Number(headers['content-length'] ?? 0) > this.limitBytes) throw tooLarge();
    // Other expectations than 100-continue have been refused before.
    if (headers.expect !== undefined && request.httpVersion !== '1.0') response.writeContinue();
    await new Promise<void>((resolve, reject) => {
      const end = (error?: unknown) => (error ? reject(toBodyProblem(error as Error)) : resolve());
      void this.readRaw(request, response, end);
    });
    // Express leaves the body undefined if the connection breaks before it begins to read.
    if (!Buffer.isBuffer(request.body)) throw malformedJson();
    return request.body;
  }
}

/** From this size on, other requests have their turn between parsing a body and validating it, which may take as long. */
const LARGE_BYTES = 2 ** 18;

/** The first callback would still be called before the event loop looks for other requests. */
async function nextTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** The body of a GET means nothing to any route and is not read. */
const hasBody = ({ method, headers }: Request): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** Newer versions of Node also decode zstd, but the API must not depend on the version. */
const isSupported = (contentEncoding = 'identity'): boolean =>
  ['', 'identity', 'gzip', 'deflate', 'br'].includes(contentEncoding.toLowerCase());

/** JSON is exchanged in UTF-8. */
const isUtf8 = (contentType: string): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)].every(([, charset = '']) =>
    ['', 'utf-8'].includes(charset.toLowerCase()),
  );

const SIZE_UNITS: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20 };

export const sizeInBytes = (size: string): number =>
  parseInt(size, 10) * (SIZE_UNITS[size.replace(/\d+/, '').toLowerCase()] ?? 1);

/** An empty body is the same as none. */
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

const tooLarge = () => new Problem('PAYLOAD_TOO_LARGE', 'The body is larger than this service accepts.');

const unreadable = () =>
  new Problem(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body has a content encoding or charset that this service does not support.',
  );

/**
 * What Express reports when it cannot read a body: over the limit, broken off, or not in the encoding that its header
 * names.
 */
function toBodyProblem(error: Error & { status?: number }): Error {
  if (error.status === 413) return tooLarge();
  if (error.status === 415) return unreadable();
  return error.status !== undefined && error.status < 500 ? malformedJson() : error;
}
