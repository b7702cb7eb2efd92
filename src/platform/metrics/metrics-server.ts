import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import { Server, createServer } from 'node:http';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { Environment } from '../config/environment.js';
import { knowsHost } from '../config/known-hosts.js';
import { Metrics } from './metrics.js';

/** Serves the metrics on a separate port, for a network that only the monitoring can reach. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | null = null;

  constructor(
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  async listen(): Promise<void> {
    const { METRICS_PORT, HOST } = this.environment;
    if (METRICS_PORT === undefined) return;
    const knows = knowsHost(this.environment);
    this.server = createServer((request, response) => {
      if (!knows(request.headers.host)) {
        response.writeHead(421).end();
        return;
      }
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      void this.metrics.registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': this.metrics.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    this.server.listen(METRICS_PORT, HOST);
    await once(this.server, 'listening').catch((error: unknown) => {
      throw new Error(
        `The metrics server cannot listen on ${HOST}:${METRICS_PORT} (METRICS_PORT): ${sentenceOf(error)}.`,
        { cause: error },
      );
    });
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
