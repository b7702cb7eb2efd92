import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { CandleLoading } from './ideal-r/candle-loading.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { MinuteSource, NoMinuteSource } from './ideal-r/minute-source.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({
  imports: [SessionsModule],
  controllers: [StatsController],
  providers: [
    StatsService,
    IdealRService,
    CandleLoading,
    { provide: MinuteSource, useClass: NoMinuteSource },
  ],
})
export class StatsModule {}
