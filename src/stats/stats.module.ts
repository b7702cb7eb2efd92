import { Module } from '@nestjs/common';
import { AuthModule } from '../platform/auth/auth.module.js';
import { CandlesModule } from '../candles/candles.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { MarketCandles } from './ideal-r/market-candles.js';
import { TradesModule } from '../trades/trades.module.js';
import { StatisticsRuns } from './statistics-runs.js';
import { StatsComposer } from './stats-composer.js';
import { StatsQueue } from './stats-queue.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';
import { VersionedSessions } from './versioned-sessions.js';
import { StatisticsWorker } from './worker/statistics-worker.js';

@Module({
  imports: [AuthModule, SessionsModule, TradesModule, CandlesModule],
  controllers: [StatsController],
  providers: [
    StatsService,
    VersionedSessions,
    StatsComposer,
    StatisticsRuns,
    StatsQueue,
    StatisticsWorker,
    IdealRService,
    MarketCandles,
  ],
  exports: [StatsService, VersionedSessions, StatisticsRuns, StatsQueue, MarketCandles],
})
export class StatsModule {}
