import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How often uses are written down, ms: the last use of a key is known to within this time. */
const WRITE_EVERY_MS = 30_000;

/** Remembers when keys were used, and writes that down now and then: a write per request would cost more than the request. */
@Injectable()
export class KeyUsage implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(KeyUsage.name);
  private usedAt = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.writeDown(), WRITE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writeDown();
  }

  note(keyId: string): void {
    this.usedAt.set(keyId, Date.now());
  }

  /** Another instance may have seen a later use, which then stands. A failure loses nothing but the time of a use. */
  async writeDown(): Promise<void> {
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
      this.logger.warn(`when keys were used could not be written down: ${String(error)}`);
    }
  }
}
