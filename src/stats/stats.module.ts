import { Module } from '@nestjs/common';
import { CandlesModule } from '../candles/candles.module.js';
import { Environment } from '../config/environment.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { MarketCandles } from './ideal-r/market-candles.js';
import { MinuteSource, NoMinuteSource } from './ideal-r/minute-source.js';
import { VenueMinuteSource } from './ideal-r/venue-minute-source.js';
import { SessionStates } from './session-states.js';
import { StatisticsThread } from './statistics-thread.js';
import { StatsAnswers } from './stats-answers.js';
import { StatsVersion } from './stats-version.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({
  imports: [SessionsModule, CandlesModule],
  controllers: [StatsController],
  providers: [
    StatsService,
    SessionStates,
    StatsAnswers,
    StatsVersion,
    StatisticsThread,
    IdealRService,
    MarketCandles,
    VenueMinuteSource,
    {
      provide: MinuteSource,
      useFactory: ({ VENUE_MODE }: Environment, venue: VenueMinuteSource): MinuteSource =>
        VENUE_MODE === 'live' ? venue : new NoMinuteSource(),
      inject: [Environment, VenueMinuteSource],
    },
  ],
})
export class StatsModule {}
