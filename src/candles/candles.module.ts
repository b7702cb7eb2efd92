import { Module } from '@nestjs/common';
import { CandleStore } from './candle-store.js';
import { CandlesController } from './candles.controller.js';
import { CandlesService } from './candles.service.js';

@Module({
  controllers: [CandlesController],
  providers: [CandleStore, CandlesService],
  exports: [CandlesService],
})
export class CandlesModule {}
