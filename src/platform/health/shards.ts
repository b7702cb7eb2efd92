import { Injectable, Logger } from '@nestjs/common';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { isSessionsDistributed } from '../database/migrations/is-sessions-distributed.js';
import { Probe } from '../metrics/probe.js';
import { ProbeDatabase } from './probe-database.js';

/**
 * Time for which a result is cached, ms. The shards are read at most once in this time, however often an instance is
 * probed.
 */
const KEPT_MS = 5_000;

/** Maximum response time of a busy cluster, ms. */
const PATIENCE_MS = 5_000;

/**
 * Tables that are read. A statement on `projects` reads a shard on every node with workspaces; a statement on
 * `coverage`, on every node with candles.
 */
const DISTRIBUTED = ['projects', 'coverage'];

/**
 * Checks whether all shards of a Citus cluster can be reached. The result is always true for a database that is not
 * distributed.
 */
@Injectable()
export class Shards {
  private readonly logger = new Logger(Shards.name);
  private readonly probe = new Probe(() => this.read(), { patienceMs: PATIENCE_MS, keptMs: KEPT_MS });
  private isLost = false;

  constructor(private readonly database: ProbeDatabase) {}

  canBeReached(): Promise<boolean> {
    return this.probe.answers();
  }

  private async read(): Promise<void> {
    try {
      const dataSource = await this.database.open();
      if (await isSessionsDistributed(dataSource))
        for (const table of DISTRIBUTED) await dataSource.query(`SELECT FROM ${table} LIMIT 1`);
      if (this.isLost) this.logger.warn('All shards can be reached again');
      this.isLost = false;
    } catch (error) {
      if (!this.isLost) this.logger.warn(`A shard cannot be reached: ${sentenceOf(error)}`);
      this.isLost = true;
      throw error;
    }
  }
}
