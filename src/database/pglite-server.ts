import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { Server, Socket, createServer } from 'node:net';
import { BackendStatus } from './backend-status.js';
import { FrontendMessage, FrontendMessages } from './frontend-messages.js';
import { SessionTurns } from './session-turns.js';

/** A client that holds a transaction open and says nothing for this long is cut off, since everybody waits for it, ms. */
const IDLE_IN_TRANSACTION_MS = 30_000;

const NO_ENCRYPTION = Buffer.from('N');

/** Messages after which the backend works and answers: simple query, sync, function call, flush, end of copied data. */
const COMPLETING = new Set(['startup', 'Q', 'S', 'F', 'H', 'c', 'f', 'p']);

/**
 * Serves one PGlite instance to several clients over a socket. All of them share its one session, so a client has that
 * session to itself from the first message of a batch until the backend is ready for the next query outside of a
 * transaction: unnamed statements, transactions and COPY of different clients never mix.
 *
 * (The server that is published with PGlite keeps clients apart within transactions only, and stops for good after an
 * internal error: electric-sql/pglite issue 1046.)
 */
export class PgliteServer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly turns = new SessionTurns<Client>();

  /** @param onFatal called when the database itself has failed: nothing can be served from then on */
  constructor(
    private readonly db: PGlite,
    maxConnections: number,
    private readonly onFatal: (error: unknown) => void,
  ) {
    this.server = createServer((socket) => this.accept(socket));
    this.server.maxConnections = maxConnections;
  }

  async listen(path: string): Promise<void> {
    this.server.listen(path);
    await once(this.server, 'listening');
  }

  /** Ends all connections; a statement under way is finished, a transaction under way rolled back. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
    await this.db.runExclusive(async () => undefined);
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    const client = new Client(this.db, this.turns, socket, this.onFatal);
    socket.on('data', (chunk) => client.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.sockets.delete(socket);
      client.leave();
    });
  }
}

class Client {
  private readonly messages = new FrontendMessages();
  private readonly status = new BackendStatus();
  private batch: FrontendMessage[] = [];
  private work: Promise<void> = Promise.resolve();
  private gone = false;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: PGlite,
    private readonly turns: SessionTurns<Client>,
    private readonly socket: Socket,
    private readonly onFatal: (error: unknown) => void,
  ) {}

  receive(chunk: Buffer): void {
    try {
      for (const message of this.messages.push(chunk)) this.accept(message);
    } catch {
      // Whoever speaks another protocol has nothing to expect.
      this.socket.destroy();
    }
  }

  /** The connection is closed: what it left unfinished is taken back. */
  leave(): void {
    this.gone = true;
    this.enqueue(async () => {
      clearTimeout(this.idleTimer);
      if (!this.turns.isHeldBy(this)) return;
      await this.run(SYNC);
      if (this.status.status !== 'I') await this.run(ROLLBACK);
      this.turns.give(this);
    });
  }

  private accept(message: FrontendMessage): void {
    if (message.type === 'ssl' || message.type === 'gss') this.socket.write(NO_ENCRYPTION);
    else if (message.type === 'cancel') this.socket.destroy();
    else if (message.type === 'X') this.socket.end();
    else this.batch.push(message);
    if (!COMPLETING.has(message.type)) return;
    const { batch } = this;
    this.batch = [];
    this.enqueue(() => this.process(batch));
  }

  private enqueue(task: () => Promise<void>): void {
    this.work = this.work.then(task).catch((error: unknown) => this.onFatal(error));
  }

  private async process(batch: readonly FrontendMessage[]): Promise<void> {
    clearTimeout(this.idleTimer);
    await this.turns.take(this);
    if (!this.gone) for (const { bytes } of batch) await this.run(bytes);
    if (this.status.status === 'I') this.turns.give(this);
    else this.idleTimer = setTimeout(() => this.socket.destroy(), IDLE_IN_TRANSACTION_MS);
  }

  private async run(bytes: Uint8Array): Promise<void> {
    this.status.expectAnswer();
    await this.db.runExclusive(() =>
      this.db.execProtocolRawStream(bytes, {
        onRawData: (data) => {
          this.status.push(data);
          // The memory belongs to the database and is used again at once.
          if (this.socket.writable) this.socket.write(Buffer.from(data));
        },
      }),
    );
  }
}

const typed = (type: string, body = ''): Uint8Array => {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
  bytes.write(type);
  bytes.writeInt32BE(bytes.length - 1, 1);
  bytes.write(body, 5);
  return new Uint8Array(bytes);
};

const SYNC = typed('S');
const ROLLBACK = typed('Q', 'ROLLBACK\0');
