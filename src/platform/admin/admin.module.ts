import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';

/** Provides the routes that need a key with the scope `admin`. */
@Module({ imports: [AuditModule], controllers: [AuditController], providers: [AuditService] })
export class AdminModule {}
