import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { DATABASE_ADDRESS } from '../database/database.module.js';
import { type DatabaseAddress, SILENCE_MS } from '../database/connection/pool-settings.js';

/** Number of connections: one to check migrations, and one for the shards of a cluster, which may respond late. */
const CONNECTIONS = 2;

/**
 * The database over connections that only probes use. If requests use all other connections of an instance, the
 * instance can still serve requests as soon as a connection is free, so its probes must succeed. The embedded database
 * has a single backend, so its probes share the connections of requests.
 */
@Injectable()
export class ProbeDatabase implements OnApplicationShutdown {
  private readonly own: DataSource | null;
  private opening: Promise<unknown> | null = null;

  constructor(
    private readonly shared: DataSource,
    @Inject(DATABASE_ADDRESS) address: DatabaseAddress,
  ) {
    const limits = { poolSize: CONNECTIONS, silenceMs: SILENCE_MS };
    this.own = 'url' in address ? createDataSource(address, limits) : null;
  }

  /**
   * Returns the database of the probes and connects to it at the first probe. After the shutdown of the database of
   * requests, returns that closed database, so that probes fail as well.
   */
  async open(): Promise<DataSource> {
    if (!this.own || !this.shared.isInitialized) return this.shared;
    if (!this.own.isInitialized)
      await (this.opening ??= this.own.initialize().finally(() => (this.opening = null)));
    return this.own;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.opening?.catch(() => undefined);
    if (this.own?.isInitialized) await this.own.destroy();
  }
}
