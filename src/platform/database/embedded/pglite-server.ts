import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { Server, createServer } from 'node:net';
import { BackendLock } from './backend-lock.js';
import { COPY_FAIL, firstValue, simpleQuery } from './backend-messages.js';
import { PgliteClient } from './pglite-client.js';
import type { SharedBackend } from './shared-backend.js';

/**
 * Maximum number of connections of the service, commands and other clients together. Further connections are closed.
 */
const MAX_CONNECTIONS = 64;

/**
 * Serves one PGlite instance to several clients over a socket. All clients share its only backend. A client has
 * exclusive use of the backend from the first message of a batch until the batch has its response and no transaction is
 * open. Unnamed statements, transactions and COPY of different clients therefore never mix.
 *
 * (The server that is published with PGlite separates clients only within transactions, and stops for good after an
 * internal error: electric-sql/pglite issue 1046.)
 */
export class PgliteServer {
  private readonly server: Server;
  private readonly clients = new Set<PgliteClient>();
  private readonly backend: SharedBackend;

  /**
   * @param owner startup options of the connections of this process
   * @param onFatal called when the database itself has failed and can no longer serve clients
   */
  constructor(db: PGlite, owner: string, onFatal: (error: unknown) => void) {
    this.backend = { db, lock: new BackendLock(), owner, onFatal, refusesOthers: false };
    this.server = createServer((socket) => {
      const client = new PgliteClient(this.backend, socket);
      this.clients.add(client);
      socket.on('close', () => void client.leave().then(() => this.clients.delete(client)));
    });
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  async listen(path: string): Promise<void> {
    this.server.listen(path);
    await once(this.server, 'listening');
  }

  /**
   * Runs a statement of the server itself when no client uses the backend.
   * @returns the first value of the first row; null if there is none, or if the statement failed
   */
  async run(statement: string): Promise<string | null> {
    const { db, lock } = this.backend;
    const release = await lock.acquire();
    try {
      const answer: Buffer[] = [];
      await db.runExclusive(() =>
        db.execProtocolRawStream(Buffer.concat([simpleQuery(statement), COPY_FAIL]), {
          onRawData: (data) => void answer.push(Buffer.from(data)),
        }),
      );
      return firstValue(Buffer.concat(answer));
    } finally {
      release();
    }
  }

  /**
   * Disconnects the clients of other processes, such as commands and psql, and refuses further ones. Without this, the
   * last statements of a service that stops would wait for an open transaction of such a client.
   */
  disconnectOthers(): void {
    this.backend.refusesOthers = true;
    for (const client of this.clients) client.leaveIfOther();
  }

  /** Closes all connections. Running statements finish; open transactions are rolled back. */
  async close(): Promise<void> {
    this.server.close();
    await Promise.all([...this.clients].map((client) => client.leave()));
  }
}
