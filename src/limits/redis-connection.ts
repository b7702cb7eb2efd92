import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Environment } from '../config/environment.js';
import { Metrics } from '../metrics/metrics.js';
import { Probe } from '../metrics/probe.js';

/** A request does not wait longer than this for its limit to be checked. */
const COMMAND_TIMEOUT_MS = 500;

/** How long the shutdown of the service waits for Redis to close a connection. */
const DISCONNECT_TIMEOUT_MS = 100;

/** The Redis server on which several instances count requests together. Without it, each counts its own. */
@Injectable()
export class RedisConnection implements OnApplicationShutdown {
  readonly client: Redis | null;
  private readonly logger = new Logger(RedisConnection.name);

  constructor({ REDIS_URL }: Environment, metrics: Metrics) {
    this.client = REDIS_URL
      ? new Redis(REDIS_URL, {
          maxRetriesPerRequest: 1,
          commandTimeout: COMMAND_TIMEOUT_MS,
          disconnectTimeout: DISCONNECT_TIMEOUT_MS,
        })
      : null;
    const { client } = this;
    if (client)
      metrics.isUp('redis_up', 'Whether Redis answers a command: 1 or 0', new Probe(() => client.ping()));
    let lost = false;
    this.client?.on('error', (error: Error) => {
      if (!lost) this.logger.warn(`Redis cannot be reached, so limits are not enforced: ${error.message}`);
      lost = true;
    });
    this.client?.on('ready', () => {
      if (lost) this.logger.warn('Redis is back, limits are enforced');
      lost = false;
    });
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }
}
