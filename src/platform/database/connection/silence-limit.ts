import { Socket, connect } from 'node:net';

/** Internals of a connected client of pg that the types of pg do not declare. */
export interface PgConnection {
  readonly connection: { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
  /** Identifies the backend in a cancel request, together with `secretKey`. */
  readonly processID: number | null;
  readonly secretKey: number | null;
  /** False while a statement runs. */
  readonly readyForQuery: boolean;
}

const CANCEL_REQUEST_CODE = 80_877_102;
const CANCEL_REQUEST_LENGTH = 16;

/** Maximum time for the server to confirm the cancellation of a statement, ms. */
const CANCEL_TIMEOUT_MS = 1_000;

/**
 * Limits the time without data from the server while a statement runs. After this time the statement is cancelled. If
 * the cancellation has no effect, the connection is closed, and all its statements fail. A server setting such as
 * statement_timeout would have no effect if the server is frozen or unreachable.
 * @param silenceMs time limit, ms; 0 for no limit
 */
export function limitSilence(client: PgConnection, silenceMs: number): void {
  const { stream } = client.connection;
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (client.readyForQuery) return;
    const { bytesRead } = stream;
    cancelStatement(client);
    setTimeout(() => {
      if (stream.bytesRead !== bytesRead) return;
      const error = new Error(`The database sent nothing for ${silenceMs} ms.`);
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }));
    }, CANCEL_TIMEOUT_MS).unref();
  });
}

/**
 * Sends a request to cancel the current statement of a client to the server, over a separate connection. Closing the
 * client's connection is not enough: a backend that waits for a lock does not detect the close, and still counts as a
 * connection. Source: PostgreSQL documentation, "Message Flow", "Canceling Requests in Progress".
 */
export function cancelStatement({ host, port, processID, secretKey }: PgConnection): void {
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(CANCEL_REQUEST_LENGTH);
  request.writeInt32BE(CANCEL_REQUEST_LENGTH, 0);
  request.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
  // If the server is unreachable, there is nothing to cancel.
  socket.on('error', () => undefined);
  // The server responds by closing the connection. The close is noticed only if the socket is read.
  socket.resume();
  socket.write(request);
}
