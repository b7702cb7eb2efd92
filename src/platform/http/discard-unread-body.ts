import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits in bytes and ms for discarding an unread body before the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 2 ** 20;
const DISCARD_MS = 10_000;
const CHECK_EVERY_MS = 100;

/**
 * Lets a client read a response, such as a 401 or a 413, that is sent before the whole body has arrived. If the client
 * asked for `Connection: close`, Node closes the connection right after the response. The kernel then resets the
 * connection because unread bytes are left, and the client gets a broken pipe instead of the response. Therefore, like
 * nginx, this function first closes only the sending side. It closes the whole connection after the end of the body.
 */
export function discardUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  // Runs before Node's own listener, which closes the connection.
  response.prependOnceListener('finish', () => {
    if (!request.complete) discardRest(request);
  });
}

function discardRest(request: IncomingMessage): void {
  const { socket } = request;
  // Node discards a body only if no code has begun to read the body. An import that is refused early has already begun
  // to read it.
  request.resume();
  const stopLimit = limitDiscarded(socket);
  let isLast = false;
  // Node calls this to close a connection that is not kept alive.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  request.once('close', () => {
    stopLimit();
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isLast) socket.destroySoon();
  });
}

/** Closes a connection in the same way after the last response, if the rest of the request cannot be parsed. */
export function closeAfterReading(socket: Socket, response: string): void {
  socket.once('close', limitDiscarded(socket));
  socket.end(response);
}

/**
 * Closes a connection that sends too much or for too long.
 * @returns a function that ends this limit
 */
function limitDiscarded(socket: Socket): () => void {
  const mostBytes = socket.bytesRead + MAX_DISCARDED_BYTES;
  const deadline = performance.now() + DISCARD_MS;
  const check = setInterval(() => {
    if (socket.bytesRead > mostBytes || performance.now() > deadline) socket.destroy();
  }, CHECK_EVERY_MS);
  return () => clearInterval(check);
}
