import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { Server, createServer } from 'node:net';
import { BackendLock } from './backend-lock.js';
import { PgliteClient } from './pglite-client.js';

/** For the service, commands beside it and other clients. Further connections are closed. */
const MAX_CONNECTIONS = 64;

/**
 * Serves one PGlite instance to several clients over a socket. They all share its one backend, so a client has it to
 * itself from the first message of a batch until that is answered and no transaction is open: unnamed statements,
 * transactions and COPY of different clients never mix.
 *
 * (The server that is published with PGlite separates clients within transactions only, and stops for good after an
 * internal error: electric-sql/pglite issue 1046.)
 */
export class PgliteServer {
  private readonly server: Server;
  private readonly clients = new Set<PgliteClient>();

  /** @param onFatal called when the database itself has failed and can serve no client any more */
  constructor(db: PGlite, onFatal: (error: unknown) => void) {
    const lock = new BackendLock();
    this.server = createServer((socket) => {
      const client = new PgliteClient(db, lock, socket, onFatal);
      this.clients.add(client);
      socket.on('close', () => void client.leave().then(() => this.clients.delete(client)));
    });
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  async listen(path: string): Promise<void> {
    this.server.listen(path);
    await once(this.server, 'listening');
  }

  /** Closes all connections. Running statements finish; open transactions are rolled back. */
  async close(): Promise<void> {
    this.server.close();
    await Promise.all([...this.clients].map((client) => client.leave()));
  }
}
