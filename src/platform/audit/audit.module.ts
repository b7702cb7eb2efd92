import { Module } from '@nestjs/common';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditStore } from './audit.store.js';

@Module({ providers: [AuditStore, AuditRetentionService], exports: [AuditStore] })
export class AuditModule {}
