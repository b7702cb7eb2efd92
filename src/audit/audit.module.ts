import { Module } from '@nestjs/common';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditLog } from './audit-log.js';
import { AuditStore } from './audit.store.js';

@Module({ providers: [AuditStore, AuditLog, AuditRetentionService], exports: [AuditStore, AuditLog] })
export class AuditModule {}
