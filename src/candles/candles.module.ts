import { Module } from '@nestjs/common';
import { AuthModule } from '../platform/auth/auth.module.js';
import { AsOfReader } from './as-of-reader.js';
import { AsOfResponses } from './as-of-responses.js';
import { BarMaker } from './bar-maker.js';
import { CandleTexts } from './candle-texts.js';
import { CandleRangeReader } from './candle-range-reader.js';
import { CandleReader } from './candle-reader.js';
import { CandleResponses } from './candle-responses.js';
import { CandleImportsController } from './candle-imports.controller.js';
import { CandleImportsService } from './candle-imports.service.js';
import { CandlesController } from './candles.controller.js';
import { CandlesService } from './candles.service.js';
import { CandleStore } from './store/candle-store.js';
import { CandleLoader } from './venue/candle-loader.js';
import { Clock } from './venue/clock.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueMetrics } from './venue/venue-metrics.js';

@Module({
  imports: [AuthModule],
  controllers: [CandlesController, CandleImportsController],
  providers: [
    CandlesService,
    CandleImportsService,
    CandleResponses,
    AsOfResponses,
    CandleTexts,
    CandleReader,
    CandleRangeReader,
    AsOfReader,
    CandleStore,
    BarMaker,
    CandleLoader,
    VenueClient,
    VenueMetrics,
    Clock,
  ],
  exports: [CandlesService, CandleImportsService],
})
export class CandlesModule {}
