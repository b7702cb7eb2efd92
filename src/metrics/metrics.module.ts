import { Global, Module, OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CandlesModule } from '../candles/candles.module.js';
import { poolOf } from '../database/read-rows.js';
import { VenueClient } from '../candles/venue/venue-client.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsServer } from './metrics-server.js';
import { Metrics } from './metrics.js';

@Global()
@Module({
  imports: [CandlesModule],
  controllers: [MetricsController],
  providers: [Metrics, MetricsServer],
  exports: [Metrics],
})
export class MetricsModule implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
    private readonly venue: VenueClient,
  ) {}

  onModuleInit(): void {
    this.measurePool();
    this.measureVenue();
  }

  private measurePool(): void {
    const pool = poolOf(this.dataSource);
    this.metrics.gauge('database_pool_connections', 'Connections to the database, by state', () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ]);
    this.metrics.gauge(
      'database_pool_waiting',
      'Requests that wait for a connection',
      () => pool.waitingCount,
    );
  }

  private measureVenue(): void {
    const hosts = (value: (host: ReturnType<VenueClient['state']>['hosts'][number]) => number) => () =>
      this.venue.state().hosts.map((host) => ({ labels: { feed: host.feed }, value: value(host) }));
    this.metrics.gauge(
      'venue_request_weight',
      'Request weight used in this minute',
      hosts((host) => host.usedWeight),
    );
    this.metrics.gauge(
      'venue_breaker_open',
      '1 while the venue is left alone after failures',
      hosts((host) => Number(host.breakerOpen)),
    );
    this.metrics.gauge(
      'venue_paused_seconds',
      'How much longer the venue asked to be left alone',
      hosts((host) => host.pausedMs / 1000),
    );
    this.metrics.gauge(
      'venue_dropped_rows',
      'Rows of the venue that were no sound bars',
      () => this.venue.state().droppedRows,
    );
  }
}
