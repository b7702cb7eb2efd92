import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '../../shared/fields/ids.js';
import { rawRefusal, tooSlow } from './raw-refusal.js';

/** Maximum time for the body of a request to arrive, ms. */
const BODY_MS = 60_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends a request whose body arrives too slowly. Node has only one limit for all requests. */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => cut(request, response), BODY_MS).unref();
  timers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** Allows the body of this request the full time of the server's limit. */
export const allowLongBody = (request: IncomingMessage): void => clearTimeout(timers.get(request));

function cut(request: IncomingMessage & { readonly id?: string }, response: ServerResponse): void {
  if (request.complete) return;
  const { socket } = request;
  if (socket.writable && !response.headersSent) socket.write(rawRefusal(tooSlow(), request.id ?? newId()));
  socket.destroy();
}
