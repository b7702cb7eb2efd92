import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { DATABASE_ADDRESS } from '../database/database.module.js';
import { type DatabaseAddress, SILENCE_MS } from '../database/connection/pool-settings.js';

/** One for the migrations, one for the shards of a cluster, which may answer late. */
const CONNECTIONS = 2;

/**
 * The database by connections that probes alone use: an instance whose other connections are all in use can still serve as
 * soon as one is free. The embedded database has one backend, so probes of it share the connections of requests.
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

  /** Opens it for the first probe. When requests have no database any more, probes have none. */
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
