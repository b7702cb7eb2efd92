import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { TradesModule } from '../trades/trades.module.js';
import { ImportsService } from './imports.service.js';
import { FileImportsController } from './file-imports.controller.js';
import { FileImportsService } from './file-imports.service.js';
import { PreviewController } from './preview.controller.js';
import { ReceivedFiles } from './received-files.service.js';
import { TradeCheck } from './trade-check.js';

@Module({
  imports: [AuthModule, SessionsModule, TradesModule, StatsModule, AnalysisModule],
  controllers: [PreviewController, FileImportsController],
  providers: [ImportsService, FileImportsService, ReceivedFiles, TradeCheck],
})
export class ImportsModule {}
