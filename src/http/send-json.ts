import type { Response } from 'express';
import { type Bytes, lengthOf } from '../common/bytes.js';

/** Sends an answer that is JSON already, as bytes. */
export function sendJson(response: Response, body: Bytes): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', lengthOf(body));
  const [first, ...more] = body;
  if (more.length === 0) {
    response.end(first);
    return;
  }
  response.cork();
  for (const part of body) response.write(part);
  response.end();
}
