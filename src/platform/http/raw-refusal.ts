import { STATUS_CODES } from 'node:http';
import { Problem } from '../../shared/problems/problem.js';
import { problemBody } from './problem-body.js';
import { HEADERS_OF_DATA } from './security-headers.js';

/**
 * Returns the bytes of a response that refuses a request and ends the connection, for requests that have no response
 * object of Node, or none that may wait for the rest of the request. The response to a HEAD request has no body.
 */
export function rawRefusal(problem: Problem, requestId: string, { isHead = false } = {}): string {
  const status = problem.getStatus();
  const body = JSON.stringify(problemBody(problem, requestId));
  const headers = [
    ['Connection', 'close'],
    ['x-request-id', requestId],
    ...HEADERS_OF_DATA,
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${isHead ? '' : body}`;
}

/** Returns the 408 for a request that arrives too slowly. */
export const tooSlow = (): Problem =>
  new Problem('REQUEST_TIMEOUT', 'The request took too long to arrive; send it again.');
