import { Module } from '@nestjs/common';
import { AuditRetention } from './audit-retention.service.js';
import { AuditStore } from './audit.store.js';

@Module({ providers: [AuditStore, AuditRetention], exports: [AuditStore] })
export class AuditModule {}
