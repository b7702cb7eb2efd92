import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';

/** The routes for keys with the scope `admin`. */
@Module({ imports: [AuditModule], controllers: [AuditController], providers: [AuditService] })
export class AdminModule {}
