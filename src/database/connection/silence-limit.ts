import { Socket, connect } from 'node:net';

/** Internals of a connected client of pg that its types do not declare. */
export interface PgConnection {
  readonly connection: { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
  /** These two identify the backend in a cancel request. */
  readonly processID: number | null;
  readonly secretKey: number | null;
  /** False while a statement runs. */
  readonly readyForQuery: boolean;
}

const CANCEL_REQUEST_CODE = 80_877_102;
const CANCEL_REQUEST_LENGTH = 16;

/** How long the server may take to answer a cancelled statement, ms. */
const CANCEL_TIMEOUT_MS = 1_000;

/**
 * Limits how long the server may send nothing while a statement runs. Then the statement is cancelled; if even that
 * gets no answer, the connection is closed, which fails everything that waits for it. A server setting such as
 * statement_timeout has no effect when the server is frozen or unreachable.
 * @param silenceMs 0: no limit
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
 * Asks the server, over a connection of its own, to cancel what a client's backend is doing. Closing the client's
 * connection is not enough: a backend that waits for a lock does not notice, and keeps its place among the server's connections.
 * Source: PostgreSQL documentation, "Message Flow", "Canceling Requests in Progress".
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
  // A server that cannot be reached has nothing to cancel.
  socket.on('error', () => undefined);
  // The server answers by closing the connection, which is noticed only by a reader of the socket.
  socket.resume();
  socket.write(request);
}
