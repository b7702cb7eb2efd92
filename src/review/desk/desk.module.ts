import { Module } from '@nestjs/common';
import { DESK_PATH } from '../../platform/config/desk-path.js';
import { Environment } from '../../platform/config/environment.js';
import { PeoplePage } from '../../platform/http/people-page.js';
import { serveDesk } from './serve-desk.js';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { CandlesModule } from '../../candles/candles.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { CandleParts } from './candle-parts.js';
import { ReportParts } from './report-parts.js';
import { ReportQueue } from './report-queue.js';
import { ReportWorker } from './report-worker.js';
import { ReportController } from './report.controller.js';
import { ReportService } from './report.service.js';
import { TradeParts } from './trade-parts.js';

/** The review desk: its page and its reports. */
@Module({
  imports: [AuthModule, SessionsModule, StatsModule, AnalysisModule, CandlesModule, EvidenceModule],
  controllers: [ReportController],
  providers: [ReportService, ReportParts, TradeParts, CandleParts, ReportQueue, ReportWorker],
})
export class DeskModule {
  constructor(page: PeoplePage, environment: Environment) {
    page.serve(`${DESK_PATH}/`, serveDesk(environment));
  }
}
