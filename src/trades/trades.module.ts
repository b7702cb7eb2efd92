import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../platform/auth/auth.module.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { BulkWrites } from './bulk-writes.js';
import { CopiesController } from './copy/copies.controller.js';
import { CopiesService } from './copy/copies.service.js';
import { CopiesStore } from './copy/copies.store.js';
import { ExportController } from './export/export.controller.js';
import { ExportService } from './export/export.service.js';
import { ExportStore } from './export/export.store.js';
import {
  ProjectRemovalController,
  SessionRemovalController,
  TradesRemovalController,
} from './removal.controller.js';
import { TradeCopies } from './copy/trade-copies.js';
import { FirstAnswer } from './first-answer.entity.js';
import { FirstAnswersService } from './first-answers.service.js';
import { FirstAnswersStore } from './first-answers.store.js';
import { ProjectRemovalService } from './project-removal.service.js';
import { RemovalService } from './removal.service.js';
import { RewindsController } from './rewind/rewinds.controller.js';
import { RewindsService } from './rewind/rewinds.service.js';
import { RewindsStore } from './rewind/rewinds.store.js';
import { RunEnds } from './run-ends.js';
import { SessionRemovalService } from './session-removal.service.js';
import { Trade } from './trade.entity.js';
import { TradesController } from './trades.controller.js';
import { InsertTransactions } from './insert-transactions.js';
import { TradeInsertsService } from './trade-inserts.service.js';
import { TradeEditsService } from './trade-edits.service.js';
import { TradeRecordsService } from './trade-records.service.js';
import { TradesPageStore } from './trades-page.store.js';
import { TradesService } from './trades.service.js';
import { TradesStore } from './trades.store.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Trade, FirstAnswer]),
    AuthModule,
    ProjectsModule,
    SessionsModule,
    IdempotencyModule,
  ],
  controllers: [
    ExportController,
    TradesController,
    ProjectRemovalController,
    SessionRemovalController,
    TradesRemovalController,
    RewindsController,
    CopiesController,
  ],
  providers: [
    TradesService,
    TradesStore,
    TradeInsertsService,
    InsertTransactions,
    BulkWrites,
    TradeRecordsService,
    TradeEditsService,
    TradesPageStore,
    RemovalService,
    ProjectRemovalService,
    SessionRemovalService,
    RewindsService,
    RewindsStore,
    RunEnds,
    FirstAnswersService,
    FirstAnswersStore,
    CopiesService,
    CopiesStore,
    TradeCopies,
    ExportService,
    ExportStore,
  ],
  exports: [TradesService, TradeInsertsService, BulkWrites],
})
export class TradesModule {}
