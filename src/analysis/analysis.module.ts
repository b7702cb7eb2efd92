import { Module } from '@nestjs/common';
import { CandlesModule } from '../candles/candles.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { AnalysisCache } from './analysis-cache.js';
import { AnalysisQueue } from './analysis-queue.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisService } from './analysis.service.js';
import { AnalysisCandles } from './candles/analysis-candles.js';
import { CandleAnalysisController } from './candles/candle-analysis.controller.js';
import { ExcursionCache } from './excursions/excursion-cache.js';
import { ExcursionsService } from './excursions/excursions.service.js';
import { ExitsService } from './exits/exits.service.js';
import { ExplainController } from './explain/explain.controller.js';
import { ExplainService } from './explain/explain.service.js';
import { HindsightController } from './hindsight/hindsight.controller.js';
import { HindsightService } from './hindsight/hindsight.service.js';
import { TimestampsService } from './timestamps/timestamps.service.js';
import { AnalysisWorker } from './worker/analysis-worker.js';

@Module({
  imports: [SessionsModule, StatsModule, CandlesModule],
  controllers: [AnalysisController, CandleAnalysisController, ExplainController, HindsightController],
  providers: [
    AnalysisService,
    AnalysisCache,
    AnalysisCandles,
    AnalysisQueue,
    AnalysisWorker,
    ExcursionCache,
    ExcursionsService,
    ExitsService,
    ExplainService,
    HindsightService,
    TimestampsService,
  ],
  exports: [AnalysisService, ExcursionsService, ExitsService, TimestampsService],
})
export class AnalysisModule {}
