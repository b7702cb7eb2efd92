import pg from 'pg';
import { FairQueue } from '../concurrency/fair-queue.js';
import { connectionOwner } from './connection-owner.js';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool of which a workspace holds at most half. What else it asks for waits in the process, in turns with other workspaces,
 * for as long as a request may wait for a connection, and then fails with the Problem BUSY. Nobody may ask for a second
 * connection while holding one: where the share is one, that would wait for itself.
 */
export class SharedPool extends pg.Pool {
  readonly queue: FairQueue;
  private readonly releases = new WeakMap<pg.PoolClient, () => void>();

  constructor(settings: pg.PoolConfig) {
    super(settings);
    const { max } = this.options;
    this.queue = new FairQueue({
      running: max,
      runningPerGroup: shareOf(max),
      // Time alone limits how many wait: they hold no more than their requests do anyway.
      waiting: Infinity,
      waitingPerGroup: Infinity,
    });
    this.on('release', (_error, client) => {
      const release = this.releases.get(client);
      this.releases.delete(client);
      release?.();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    const owner = connectionOwner();
    if (owner === undefined) return connected ? super.connect(connected) : super.connect();
    const connecting = this.connectInTurn(owner);
    if (!connected) return connecting;
    connecting.then(
      (client) => connected(undefined, client, (error) => client.release(error)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  private connectInTurn(group: string): Promise<pg.PoolClient> {
    const { signal } = new AbortController();
    const waitUntil = performance.now() + (this.options.connectionTimeoutMillis ?? 0);
    return new Promise((resolve, reject) => {
      const held = this.queue.run({ group, signal, waitUntil }, async () => {
        const client = await super.connect();
        await new Promise<void>((release) => {
          this.releases.set(client, release);
          resolve(client);
        });
      });
      held.catch(reject);
    });
  }
}

/** The most connections of a pool that one workspace holds at a time. */
export const shareOf = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));
