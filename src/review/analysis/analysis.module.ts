import { Module } from '@nestjs/common';
import { CandlesModule } from '../../candles/candles.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { ANALYSIS_CONTROLLERS } from './routes/all-routes.js';
import { DefaultAnswersService } from './routes/default-answers.service.js';
import { ExcursionsService } from './routes/excursions.service.js';
import { ExplainController } from './routes/explain.controller.js';
import { ExplainService } from './routes/explain.service.js';
import { FillsService } from './routes/fills.service.js';
import { OwnAnalysisController } from './routes/own-analysis.controller.js';
import { TimestampsService } from './routes/timestamps.service.js';
import { AnalysisCache } from './service/analysis-cache.js';
import { AnalysisCandles } from './service/analysis-candles.js';
import { AnalysisQueue } from './service/analysis-queue.js';
import { AnalysisWorker } from './service/analysis-worker.js';
import { AnalysisService } from './service/analysis.service.js';
import { CandleAnalyses } from './service/candle-analyses.js';
import { CandleCache } from './service/candle-cache.js';
import { RequestFactsService } from './service/request-facts.js';

@Module({
  imports: [SessionsModule, StatsModule, CandlesModule],
  controllers: [...ANALYSIS_CONTROLLERS, ExplainController, OwnAnalysisController],
  providers: [
    AnalysisService,
    AnalysisCache,
    AnalysisCandles,
    AnalysisQueue,
    AnalysisWorker,
    CandleAnalyses,
    CandleCache,
    DefaultAnswersService,
    ExcursionsService,
    ExplainService,
    FillsService,
    RequestFactsService,
    TimestampsService,
  ],
  exports: [
    AnalysisCache,
    AnalysisQueue,
    AnalysisService,
    DefaultAnswersService,
    ExcursionsService,
    FillsService,
    TimestampsService,
  ],
})
export class AnalysisModule {}
