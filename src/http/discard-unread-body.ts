import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limits in bytes and time for discarding an unread body, before the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 2 ** 20;
const DISCARD_MS = 10_000;
const CHECK_EVERY_MS = 100;

/**
 * Lets a client read a response that is sent before the whole body has arrived, such as a 401 or a 413. If the client
 * asked for `Connection: close`, Node closes the connection right after such a response. The kernel then resets the
 * connection because it holds unread bytes, and the client gets a broken pipe instead of the response. So, like nginx,
 * this first closes only the sending side, and the connection after the body has ended.
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
  // Node discards a body by itself only if nothing has begun to read it. An import that is refused early has begun.
  request.resume();
  const mostBytes = socket.bytesRead + MAX_DISCARDED_BYTES;
  const deadline = performance.now() + DISCARD_MS;
  const check = setInterval(() => {
    if (socket.bytesRead > mostBytes || performance.now() > deadline) socket.destroy();
  }, CHECK_EVERY_MS);
  let isLast = false;
  // Node calls this to close a connection that is not kept alive.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  request.once('close', () => {
    clearInterval(check);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isLast) socket.destroySoon();
  });
}
