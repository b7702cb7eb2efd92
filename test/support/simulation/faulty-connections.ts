import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** A fault in the connections of a service. The fault occurs at a statement, counted from the start of a request. */
export interface ConnectionFault {
  /**
   * - `lost before`: the connection breaks before the statement reaches the database;
   * - `lost after`: the statement is executed, and the connection breaks before its result arrives;
   * - `slow`: the result arrives late;
   * - `crash`: all connections break, and the process sends nothing more to the database.
   */
  readonly kind: 'lost before' | 'lost after' | 'slow' | 'crash';
  /** Number of the statement at which the fault occurs, counted from 0. */
  readonly at: number;
}

type Query = (...args: readonly unknown[]) => unknown;
type Connected = PoolClient & { readonly connection: { readonly stream: { destroy(): void } } };

const SLOW_MS = 5;

/** Counts the statements of a pool and breaks connections on request. */
export class FaultyConnections {
  private readonly clients = new Set<Connected>();
  private fault: ConnectionFault | null = null;
  private statements = 0;
  private isDead = false;
  /** Number of faults that have occurred. */
  count = 0;

  constructor(pool: Pool) {
    // These connections were opened at the start. pg offers no other access to existing connections.
    for (const client of (pool as unknown as { readonly _clients: readonly Connected[] })._clients)
      this.take(client);
    pool.on('connect', (client) => this.take(client as Connected));
    pool.on('remove', (client) => this.clients.delete(client as Connected));
  }

  get hasCrashed(): boolean {
    return this.isDead;
  }

  arm(fault: ConnectionFault | null): void {
    this.fault = fault;
    this.statements = 0;
  }

  private take(client: Connected): void {
    this.clients.add(client);
    const query = client.query.bind(client) as Query;
    Object.assign(client, { query: (...args: readonly unknown[]) => this.sent(client, query, args) });
  }

  private sent(client: Connected, query: Query, args: readonly unknown[]): unknown {
    if (this.isDead) client.connection.stream.destroy();
    const { fault } = this;
    if (fault?.at !== this.statements++) return query(...args);
    this.fault = null;
    this.count += 1;
    if (fault.kind === 'crash') {
      this.isDead = true;
      for (const each of this.clients) each.connection.stream.destroy();
    }
    if (fault.kind === 'lost before') client.connection.stream.destroy();
    const late = fault.kind === 'slow' || fault.kind === 'lost after';
    return late ? answeredLate(client, query, args, fault.kind === 'lost after') : query(...args);
  }
}

/** Delays or loses the result of a statement, whether the caller uses a callback or a promise. */
function answeredLate(client: Connected, query: Query, args: readonly unknown[], isLost: boolean): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    return query(...args.slice(0, -1), (...result: readonly unknown[]) => {
      if (!isLost) return void setTimeout(callback, SLOW_MS, ...result);
      client.connection.stream.destroy();
      callback(connectionLost());
    });
  }
  const result = query(...args);
  // The result of COPY is a stream, which itself reports its end.
  if (!(result instanceof Promise)) return result;
  return result.then(async (rows: unknown) => {
    if (!isLost) return delay(SLOW_MS, rows);
    client.connection.stream.destroy();
    throw connectionLost();
  });
}

/** Returns the error that pg reports. */
const connectionLost = () => new Error('Connection terminated unexpectedly');
