import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { TradesModule } from '../../trades/trades.module.js';
import { ImportsService } from './routes/imports.service.js';
import { DryRunsService } from './routes/dry-runs.service.js';
import { FileImportsController } from './routes/file-imports.controller.js';
import { FileImportsService } from './routes/file-imports.service.js';
import { PreviewController } from './routes/preview.controller.js';
import { ReceivedFilesService } from './routes/received-files.service.js';
import { TradeCheck } from './routes/trade-check.js';
import { FilePreviewController } from './runs/file-preview.controller.js';
import { RunImportsController } from './runs/run-imports.controller.js';
import { RunImportsService } from './runs/run-imports.service.js';
import { RunInsertsService } from './runs/run-inserts.service.js';
import { RunPreviewsService } from './runs/run-previews.service.js';
import { RunSessionsService } from './runs/run-sessions.service.js';
import { RunTransactionsService } from './runs/run-transactions.service.js';
import { SessionImportsStore } from './runs/session-imports.store.js';

@Module({
  imports: [
    AuthModule,
    IdempotencyModule,
    ProjectsModule,
    SessionsModule,
    TradesModule,
    StatsModule,
    AnalysisModule,
  ],
  controllers: [PreviewController, FileImportsController, RunImportsController, FilePreviewController],
  providers: [
    ImportsService,
    FileImportsService,
    DryRunsService,
    ReceivedFilesService,
    TradeCheck,
    RunImportsService,
    RunPreviewsService,
    RunInsertsService,
    RunTransactionsService,
    RunSessionsService,
    SessionImportsStore,
  ],
})
export class TradeFilesModule {}
