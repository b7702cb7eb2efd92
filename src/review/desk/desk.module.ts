import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { CandlesModule } from '../../candles/candles.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { ReportParts } from './report-parts.js';
import { ReportQueue } from './report-queue.js';
import { ReportWorker } from './report-worker.js';
import { ReportController } from './report.controller.js';
import { ReportService } from './report.service.js';

/** Reports of the review desk. `serveDesk` serves the page of the desk. */
@Module({
  imports: [AuthModule, SessionsModule, StatsModule, AnalysisModule, CandlesModule, EvidenceModule],
  controllers: [ReportController],
  providers: [ReportService, ReportParts, ReportQueue, ReportWorker],
})
export class DeskModule {}
