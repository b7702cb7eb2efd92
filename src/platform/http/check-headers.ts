import type { Request, RequestHandler } from 'express';
import { Problem, validationProblem } from '../../shared/problems/problem.js';

const MAX_HEADERS = 100;

/** Limit for the request line and all headers together, bytes. */
export const MAX_HEADER_BYTES = 16_384;

export const headersTooLarge = (): Problem =>
  new Problem(
    'HEADERS_TOO_LARGE',
    `A request may have ${MAX_HEADERS} headers at most, of ${MAX_HEADER_BYTES} bytes together with its first line.`,
    { headers: { Connection: 'close' } },
  );

/**
 * Refuses requests with headers that no client should send. Node would accept such requests, or respond without a body.
 */
export const checkHeaders: RequestHandler = (request, _response, next) => {
  const { rawHeaders, headers, httpVersion } = request;
  if (rawHeaders.length / 2 > MAX_HEADERS) throw headersTooLarge();
  const hosts = headerCount('host', request);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw validationProblem([{ field: 'host', message: 'is a header that must be sent exactly once' }]);
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new Problem('EXPECTATION_FAILED', 'The only supported value of the header Expect is 100-continue.');
  next();
};

/** @param name in lower case */
function headerCount(name: string, { rawHeaders }: Request): number {
  let count = 0;
  // Names are at even indexes, values at odd indexes.
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count += 1;
  return count;
}
