import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Environment } from '../config/environment.js';
import { Metrics } from '../metrics/metrics.js';
import { Probe } from '../metrics/probe.js';

/** Maximum time that a request waits for the check of its limit, ms. */
const COMMAND_TIMEOUT_MS = 500;

/** Time without data after a command, ms. After this time the connection is replaced, because it may be dead. */
const SILENCE_MS = 2_000;

const CONNECT_TIMEOUT_MS = 5_000;

/** Maximum time that the shutdown waits for Redis to close a connection, ms. */
const DISCONNECT_TIMEOUT_MS = 100;

/**
 * The Redis server on which several instances count requests together. Without Redis, each instance counts separately.
 */
@Injectable()
export class RedisConnection implements OnApplicationShutdown {
  readonly client: Redis | null;
  private readonly logger = new Logger(RedisConnection.name);

  constructor({ REDIS_URL }: Environment, metrics: Metrics) {
    this.client = REDIS_URL ? this.connect(REDIS_URL) : null;
    const { client } = this;
    if (client)
      metrics.isUp('redis_up', 'Whether Redis answers a command: 1 or 0', new Probe(() => client.ping()));
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }

  private connect(url: string): Redis {
    const client = new Redis(url, {
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    });
    let lost = false;
    client.on('error', ({ message }: Error) => {
      if (!lost)
        this.logger.warn(`Redis cannot be reached, so each instance counts requests separately: ${message}`);
      lost = true;
    });
    client.on('ready', () => {
      if (lost) this.logger.warn('Redis is back, instances count requests together');
      lost = false;
    });
    return client;
  }
}
