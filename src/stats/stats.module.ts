import { Module } from '@nestjs/common';
import { CandlesModule } from '../candles/candles.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { MarketCandles } from './ideal-r/market-candles.js';
import { MinuteSource, NoMinuteSource } from './ideal-r/minute-source.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({
  imports: [SessionsModule, CandlesModule],
  controllers: [StatsController],
  providers: [
    StatsService,
    IdealRService,
    MarketCandles,
    { provide: MinuteSource, useClass: NoMinuteSource },
  ],
})
export class StatsModule {}
