import { Module } from '@nestjs/common';
import { CandleLoader } from './candle-loader.js';
import { CandlePages } from './candle-pages.js';
import { CandleStore } from './candle-store.js';
import { CandlesController } from './candles.controller.js';
import { CandlesService } from './candles.service.js';
import { GapStore } from './gap-store.js';
import { LiveCandlesReader } from './live-candles.js';
import { Clock } from './venue/clock.js';
import { VenueClient } from './venue/venue-client.js';

@Module({
  controllers: [CandlesController],
  providers: [
    CandlesService,
    CandlePages,
    CandleStore,
    GapStore,
    CandleLoader,
    LiveCandlesReader,
    VenueClient,
    Clock,
  ],
  exports: [CandlePages, CandleStore, CandleLoader, VenueClient, Clock],
})
export class CandlesModule {}
