import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { TradesModule } from '../trades/trades.module.js';
import { ImportsService } from './routes/imports.service.js';
import { FileImportsController } from './routes/file-imports.controller.js';
import { FileImportsService } from './routes/file-imports.service.js';
import { PreviewController } from './routes/preview.controller.js';
import { ReceivedFilesService } from './routes/received-files.service.js';
import { TradeCheck } from './routes/trade-check.js';

@Module({
  imports: [AuthModule, SessionsModule, TradesModule, StatsModule, AnalysisModule],
  controllers: [PreviewController, FileImportsController],
  providers: [ImportsService, FileImportsService, ReceivedFilesService, TradeCheck],
})
export class TradeFilesModule {}
