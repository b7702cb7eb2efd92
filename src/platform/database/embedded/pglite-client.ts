import type { Socket } from 'node:net';
import { APPLICATION_NAME } from '../connection/application-name.js';
import type { SharedBackend } from './shared-backend.js';
import { COPY_FAIL, SAVE_SETTINGS, STARTUP, SYNC, firstValue, simpleQuery } from './backend-messages.js';
import { FrontendMessage, FrontendMessages } from './frontend-messages.js';

/**
 * Time after which a client with an open transaction is disconnected if it sends nothing, ms. All other clients wait
 * for such a client.
 */
const IDLE_IN_TRANSACTION_MS = 30_000;

const NO_ENCRYPTION = Buffer.from('N');

const FLUSH = 'H';

/** Types of messages after which a client waits for a response: simple query, sync, function call, flush. */
const ENDS_BATCH = new Set(['startup', 'Q', 'S', 'F', FLUSH]);

type OnData = (data: Buffer) => void;

/**
 * One connection to the embedded database. The service's own connections do not change the session that all connections
 * share. Any other client (psql, pg_dump) may change the session. The settings of such a client apply while the client
 * uses the backend, and its state is dropped when it disconnects.
 */
export class PgliteClient {
  private readonly messages = new FrontendMessages();
  private batch: FrontendMessage[] = [];
  private work: Promise<void> = Promise.resolve();
  private isGone = false;
  private isForeign = false;
  /** True if the client belongs to another process than the one that runs the database. */
  private isOther = false;
  /** The statement that restores the settings of a foreign client; null if there are none. */
  private settings: string | null = null;
  /** Function that releases the backend; null while this client does not use the backend. */
  private release: (() => void) | null = null;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly backend: SharedBackend,
    private readonly socket: Socket,
  ) {
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
  }

  /** Disconnects the client if it belongs to another process. */
  leaveIfOther(): void {
    if (this.isOther) void this.leave();
  }

  /** Disconnects the client. Resolves when its transaction and its state in the session are removed. */
  leave(): Promise<void> {
    if (this.isGone) return this.work;
    this.isGone = true;
    this.socket.destroy();
    return this.enqueue(async () => {
      clearTimeout(this.idleTimer);
      if (!this.isForeign && !this.release) return;
      this.release ??= await this.backend.lock.acquire();
      await this.query(SYNC, simpleQuery('ROLLBACK'));
      if (this.isForeign) await this.query(SAVE_SETTINGS, simpleQuery('DISCARD ALL'));
      this.release();
    });
  }

  private receive(chunk: Buffer): void {
    try {
      for (const message of this.messages.push(chunk)) this.accept(message);
    } catch {
      this.socket.destroy();
    }
  }

  private accept(message: FrontendMessage): void {
    const { type, bytes } = message;
    if (type === 'ssl' || type === 'gss') this.socket.write(NO_ENCRYPTION);
    else if (type === 'cancel') this.socket.destroy();
    else if (type === 'X') this.socket.end();
    else this.batch.push(message);
    if (type === 'startup') this.start(bytes);
    if (!ENDS_BATCH.has(type)) return;
    const { batch } = this;
    this.batch = [];
    void this.enqueue(() => this.process(batch));
  }

  private start(parameters: Buffer): void {
    this.isForeign = !parameters.includes(`\0${APPLICATION_NAME}\0`);
    this.isOther = !parameters.includes(`\0${this.backend.owner}\0`);
    if (this.backend.refusesOthers) this.leaveIfOther();
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.work = this.work.then(task).catch((error: unknown) => this.backend.onFatal(error));
    return this.work;
  }

  private async process(batch: readonly FrontendMessage[]): Promise<void> {
    clearTimeout(this.idleTimer);
    if (this.isGone) return;
    await this.takeTurn();
    await this.answer(batch);
    const isAnswered = batch.at(-1)?.type !== FLUSH;
    if (isAnswered && !this.backend.db.isInTransaction()) await this.endTurn();
    else this.idleTimer = setTimeout(() => this.socket.destroy(), IDLE_IN_TRANSACTION_MS);
  }

  private async takeTurn(): Promise<void> {
    if (this.release) return;
    this.release = await this.backend.lock.acquire();
    if (this.settings !== null) await this.query(simpleQuery(this.settings));
  }

  private async endTurn(): Promise<void> {
    if (this.isForeign) this.settings = firstValue(await this.query(SAVE_SETTINGS));
    this.release?.();
    this.release = null;
  }

  private answer(batch: readonly FrontendMessage[]): Promise<void> {
    // Startup parameters of a client must neither apply to the shared session nor be able to end it.
    const isStartup = batch[0]?.type === 'startup';
    const messages = isStartup ? [STARTUP] : [...batch.map(({ bytes }) => bytes), COPY_FAIL];
    return this.execute(messages, (data) => this.socket.write(data));
  }

  private async query(...messages: readonly Buffer[]): Promise<Buffer> {
    const answer: Buffer[] = [];
    await this.execute([...messages, COPY_FAIL], (data) => answer.push(data));
    return Buffer.concat(answer);
  }

  private async execute(messages: readonly Buffer[], onData: OnData): Promise<void> {
    const { db } = this.backend;
    await db.runExclusive(() =>
      db.execProtocolRawStream(Buffer.concat(messages), {
        // The data is copied, because its memory belongs to the database and is reused at once.
        onRawData: (data) => onData(Buffer.from(data)),
      }),
    );
  }
}
