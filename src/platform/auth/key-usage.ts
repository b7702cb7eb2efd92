import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sentenceOf } from '../../shared/problems/sentence-of.js';

/**
 * Interval at which uses are stored, ms. The stored time of the last use of a key is therefore precise to this
 * interval.
 */
const STORE_INTERVAL_MS = 30_000;

/**
 * Records the last use of keys in memory and stores it periodically, because a write per request would cost more than
 * the request.
 */
@Injectable()
export class KeyUsage implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(KeyUsage.name);
  private usedAt = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.store(), STORE_INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.store();
  }

  note(keyId: string): void {
    this.usedAt.set(keyId, Date.now());
  }

  /**
   * Stores the last use of each key, unless another instance has stored a later use. A failure loses only the time of a
   * use.
   */
  private async store(): Promise<void> {
    if (this.usedAt.size === 0) return;
    const used = this.usedAt;
    this.usedAt = new Map();
    try {
      await this.dataSource.query(
        `UPDATE api_keys k SET last_used_at = u.at
         FROM unnest($1::uuid[], $2::bigint[]) AS u(id, at)
         WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
        [[...used.keys()], [...used.values()]],
      );
    } catch (error) {
      this.logger.warn(`The time of the last use of keys was not stored: ${sentenceOf(error)}`);
    }
  }
}
