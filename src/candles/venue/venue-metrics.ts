import { Injectable, OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/metrics.js';
import { VenueClient } from './venue-client.js';

/** Metrics of the requests to the hosts of the venue. */
@Injectable()
export class VenueMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly venue: VenueClient,
  ) {}

  onModuleInit(): void {
    const perHost = (name: 'usedWeight' | 'breakerOpen' | 'pausedSeconds') => () =>
      this.venue.state().hosts.map((host) => ({ labels: { feed: host.feed }, value: Number(host[name]) }));
    this.metrics.gauge('venue_request_weight', 'Request weight used in this minute', perHost('usedWeight'));
    this.metrics.gauge(
      'venue_breaker_open',
      '1 while no request is sent because the venue failed repeatedly',
      perHost('breakerOpen'),
    );
    this.metrics.gauge(
      'venue_paused_seconds',
      'Seconds until the pause that the venue asked for ends',
      perHost('pausedSeconds'),
    );
    this.metrics.gauge(
      'venue_dropped_rows',
      'Rows from the venue that were not usable bars',
      () => this.venue.state().droppedRows,
    );
  }
}
