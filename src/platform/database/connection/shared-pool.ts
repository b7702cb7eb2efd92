import pg from 'pg';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import { connectionOwner } from './connection-owner.js';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool in which a workspace holds at most half of the connections. Further requests of the workspace wait in a queue
 * that serves workspaces in turn. A request that has waited for the maximum time fails with the Problem BUSY. The
 * holder of a connection must not request a second connection: a workspace whose share is one connection would wait for
 * itself.
 */
export class SharedPool extends pg.Pool {
  readonly queue: FairQueue;
  /** The workspace of each connection in use. */
  private readonly owners = new WeakMap<pg.PoolClient, string>();

  constructor(settings: pg.PoolConfig) {
    super(settings);
    const { max } = this.options;
    this.queue = new FairQueue({
      running: max,
      runningPerGroup: shareOf(max),
      // The number of waiting requests has no limit, because a waiting request holds no resource.
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

/** Returns the maximum number of connections that one workspace holds at a time. */
export const shareOf = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));
