import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { sentenceOf } from '../common/sentence-of.js';
import { Environment } from '../config/environment.js';
import { AuditStore } from './audit.store.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Removes the entries that are older than the setting AUDIT_RETENTION_DAYS, once an hour. */
@Injectable()
export class AuditRetention implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(AuditRetention.name);
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: AuditStore,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void (this.sweeping = this.sweep()), HOUR_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.sweeping;
  }

  async sweep(): Promise<void> {
    const { AUDIT_RETENTION_DAYS: days } = this.environment;
    if (days === 0) return;
    const before = Date.now() - days * DAY_MS;
    try {
      for (const id of await this.store.workspaceIds())
        while (!this.isStopping && (await this.store.removeBefore(id, before)));
    } catch (error) {
      this.logger.warn(`Old entries of the audit log were not removed: ${sentenceOf(error)}`);
    }
  }
}
