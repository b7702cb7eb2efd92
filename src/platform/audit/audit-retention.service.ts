import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { RepeatedWork } from '../../shared/concurrency/repeated-work.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { Environment } from '../config/environment.js';
import { DAY_MS } from '../../shared/market/intervals.js';
import { AuditStore } from './audit.store.js';

/** Removes the entries that are older than the setting AUDIT_RETENTION_DAYS. */
@Injectable()
export class AuditRetentionService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(AuditRetentionService.name);
  private readonly sweeps = new RepeatedWork(() => this.sweep());

  constructor(
    private readonly store: AuditStore,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.sweeps.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeps.stop();
  }

  async sweep(): Promise<void> {
    const { AUDIT_RETENTION_DAYS: days } = this.environment;
    if (days === 0) return;
    const before = Date.now() - days * DAY_MS;
    try {
      for (const id of await this.store.workspaceIds())
        while (!this.sweeps.isStopping && (await this.store.removeBefore(id, before)));
    } catch (error) {
      this.logger.warn(`Old entries of the audit log were not removed: ${sentenceOf(error)}`);
    }
  }
}
