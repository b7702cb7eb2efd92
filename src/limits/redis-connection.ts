import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Environment } from '../config/environment.js';

/** How long one command may take, ms: a limit is not worth waiting for. */
const COMMAND_TIMEOUT_MS = 500;

/** How long the end of the service may wait for Redis to end a connection, ms. */
const DISCONNECT_TIMEOUT_MS = 100;

/** The Redis server on which several instances count requests together; without it each counts for itself. */
@Injectable()
export class RedisConnection implements OnApplicationShutdown {
  readonly client: Redis | null;
  private readonly logger = new Logger(RedisConnection.name);

  constructor({ REDIS_URL }: Environment) {
    this.client = REDIS_URL
      ? new Redis(REDIS_URL, {
          maxRetriesPerRequest: 1,
          commandTimeout: COMMAND_TIMEOUT_MS,
          disconnectTimeout: DISCONNECT_TIMEOUT_MS,
        })
      : null;
    this.watch();
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }

  private watch(): void {
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
}
