import pg from 'pg';
import { FairQueue } from '../../concurrency/fair-queue.js';
import { connectionOwner } from './connection-owner.js';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool of which a workspace holds at most half. Its further requests wait in the process, in turns with other
 * workspaces, for the maximum wait of a request, and then fail with the Problem BUSY. A holder of a connection must
 * not request a second one: with a share of one, it would wait for itself.
 */
export class SharedPool extends pg.Pool {
  readonly queue: FairQueue;
  /** The workspace towards which each connection in use counts. */
  private readonly owners = new WeakMap<pg.PoolClient, string>();

  constructor(settings: pg.PoolConfig) {
    super(settings);
    const { max } = this.options;
    this.queue = new FairQueue({
      running: max,
      runningPerGroup: shareOf(max),
      // Only the time is limited, not the number of waiting requests, because they hold nothing else.
      waiting: Infinity,
      waitingPerGroup: Infinity,
    });
    this.on('release', (_error, client) => {
      const owner = this.owners.get(client);
      if (owner === undefined) return;
      this.owners.delete(client);
      this.queue.leave(owner);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    const owner = connectionOwner();
    if (owner === undefined) return connected ? super.connect(connected) : super.connect();
    if (connected) return this.connectInTurn(owner, connected);
    return new Promise((resolve, reject) => {
      this.connectInTurn(owner, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  private connectInTurn(owner: string, connected: Connected): void {
    const connect = () => {
      super.connect((error, client, release) => {
        if (client) this.owners.set(client, owner);
        else this.queue.leave(owner);
        connected(error, client, release);
      });
    };
    const waitUntil = performance.now() + (this.options.connectionTimeoutMillis ?? 0);
    const slot = this.queue.enter({ group: owner, waitUntil });
    if (slot) slot.then(connect, (error: Error) => connected(error, undefined, () => undefined));
    else connect();
  }
}

/** Returns the maximum number of connections of a pool that one workspace holds at a time. */
export const shareOf = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));
