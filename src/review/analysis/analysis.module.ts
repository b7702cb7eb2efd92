import { Module } from '@nestjs/common';
import { CandlesModule } from '../../candles/candles.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { AnalysisCache } from './routes/analysis-cache.js';
import { AnalysisQueue } from './routes/analysis-queue.js';
import { AnalysisController } from './routes/analysis.controller.js';
import { AnalysisService } from './routes/analysis.service.js';
import { AnalysisCandles } from './routes/analysis-candles.js';
import { CandleAnalyses } from './routes/candle-analyses.js';
import { CandleCache } from './routes/candle-cache.js';
import { CandleAnalysisController } from './routes/candle-analysis.controller.js';
import { DefaultAnswersService } from './routes/default-answers.service.js';
import { EquityService } from './routes/equity.service.js';
import { EvidenceController } from './routes/evidence.controller.js';
import { ExcursionsService } from './routes/excursions.service.js';
import { ExitsService } from './routes/exits.service.js';
import { ExplainController } from './routes/explain.controller.js';
import { ExplainService } from './routes/explain.service.js';
import { FillsService } from './routes/fills.service.js';
import { HindsightController } from './routes/hindsight.controller.js';
import { HindsightService } from './routes/hindsight.service.js';
import { TimestampsService } from './routes/timestamps.service.js';
import { TimingService } from './routes/timing.service.js';
import { AnalysisWorker } from './worker/analysis-worker.js';

@Module({
  imports: [SessionsModule, StatsModule, CandlesModule],
  controllers: [
    AnalysisController,
    CandleAnalysisController,
    EvidenceController,
    ExplainController,
    HindsightController,
  ],
  providers: [
    AnalysisService,
    AnalysisCache,
    AnalysisCandles,
    AnalysisQueue,
    AnalysisWorker,
    CandleAnalyses,
    CandleCache,
    DefaultAnswersService,
    EquityService,
    ExcursionsService,
    ExitsService,
    ExplainService,
    FillsService,
    HindsightService,
    TimestampsService,
    TimingService,
  ],
  exports: [
    AnalysisCache,
    AnalysisQueue,
    AnalysisService,
    DefaultAnswersService,
    ExcursionsService,
    FillsService,
    TimestampsService,
    TimingService,
  ],
})
export class AnalysisModule {}
