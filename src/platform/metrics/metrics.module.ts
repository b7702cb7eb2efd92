import { Global, Inject, Module, OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { connectingForService } from '../database/connection/connection-owner.js';
import { DATABASE_ADDRESS } from '../database/database.module.js';
import { CARE_STEPS } from '../database/care-steps.js';
import { TableCare } from '../database/table-care.js';
import { SharedPool } from '../database/connection/shared-pool.js';
import { poolOf } from '../database/connection/pool-of.js';
import { type DatabaseAddress, WAIT_FOR_TURN_MS } from '../database/connection/pool-settings.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { Metrics } from './metrics.js';
import { Probe } from './probe.js';

@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, MetricsServer],
  exports: [Metrics],
})
export class MetricsModule implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
    @Inject(DATABASE_ADDRESS) private readonly address: DatabaseAddress,
    private readonly care: TableCare,
  ) {}

  onModuleInit(): void {
    const pool = poolOf(this.dataSource);
    this.metrics.gauge('database_pool_connections', 'Connections to the database, by state', () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ]);
    const queue = pool instanceof SharedPool ? pool.queue : null;
    if (queue) queue.observer = this.metrics.queue('connections');
    this.metrics.gauge(
      'database_pool_waiting',
      'Requests that are waiting for a connection',
      () => pool.waitingCount + (queue?.size ?? 0),
    );
    for (const step of CARE_STEPS) this.metrics.careSteps.inc({ step }, 0);
    this.care.onStep = (step) => this.metrics.careSteps.inc({ step });
    // The embedded database counts as up while it does other work. If the database fails, the process ends.
    const patienceMs = 'url' in this.address ? 0 : WAIT_FOR_TURN_MS;
    this.metrics.isUp(
      'database_up',
      'Whether the database answers a statement: 1 or 0',
      new Probe(() => connectingForService(() => this.dataSource.query('SELECT 1')), { patienceMs }),
    );
  }
}
