import { connect } from 'node:net';

/** Of a connection of pg: where its server listens, and what the server told at its start to know it by. */
export interface KnownBackend {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

const CANCEL_REQUEST_CODE = 80_877_102;
const LENGTH = 16;
const PATIENCE_MS = 5_000;

/**
 * Asks the server to give up what it does for a connection, over a connection of its own, without waiting for anything: it
 * sends no answer to that. A server that waits for a lock does not notice that its client has gone, so each statement that
 * is only given up here would keep a connection there until nobody gets one any more.
 * Source: PostgreSQL documentation, "Message Flow", "Canceling Requests in Progress".
 */
export function withdrawStatement({ host, port, processID, secretKey }: KnownBackend): void {
  if (processID === null || secretKey === null) return;
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  // A server that cannot be reached any more has nothing to withdraw.
  socket.on('error', () => socket.destroy());
  socket.end(cancelRequest(processID, secretKey));
  socket.unref();
}

function cancelRequest(processID: number, secretKey: number): Buffer {
  const message = Buffer.alloc(LENGTH);
  message.writeInt32BE(LENGTH, 0);
  message.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  return message;
}
