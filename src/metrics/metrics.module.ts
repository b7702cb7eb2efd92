import { Global, Module, OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../database/pool-of.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { Metrics } from './metrics.js';

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
  ) {}

  onModuleInit(): void {
    const pool = poolOf(this.dataSource);
    this.metrics.gauge('database_pool_connections', 'Connections to the database, by state', () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ]);
    this.metrics.gauge(
      'database_pool_waiting',
      'Requests that are waiting for a connection',
      () => pool.waitingCount,
    );
  }
}
