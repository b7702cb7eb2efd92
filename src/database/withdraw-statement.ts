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

/** A server that does not take the request in this time is frozen or out of reach. */
const PATIENCE_MS = 1_000;

/**
 * Asks the server to give up what it does for a connection, over a connection of its own. A server that waits for a lock does
 * not notice that its client has gone, so each statement that is only given up here would keep a connection there until
 * nobody gets one any more.
 * Source: PostgreSQL documentation, "Message Flow", "Canceling Requests in Progress".
 * @param done called when the server has closed that connection, which is all it answers, or when that cannot be waited for
 */
export function withdrawStatement(backend: KnownBackend, done: () => void): void {
  const { host, port, processID, secretKey } = backend;
  if (processID === null || secretKey === null) {
    done();
    return;
  }
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const deadline = setTimeout(() => socket.destroy(), PATIENCE_MS);
  // A server that cannot be reached any more has nothing to withdraw; its connection closes by that as well.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(deadline);
    done();
  });
  socket.resume();
  socket.write(cancelRequest(processID, secretKey));
}

function cancelRequest(processID: number, secretKey: number): Buffer {
  const message = Buffer.alloc(LENGTH);
  message.writeInt32BE(LENGTH, 0);
  message.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  return message;
}
