import { Injectable } from '@nestjs/common';
import { toCandles } from './bar-columns.js';
import { CandleStore } from './candle-store.js';
import { CandlesAnswer, CandlesQuery } from './candles.dto.js';
import { readCandles } from './read-candles.js';

@Injectable()
export class CandlesService {
  constructor(private readonly store: CandleStore) {}

  /** The newest closed bars before a moment. */
  async get({
    feed = 'venue-spot',
    symbol,
    interval,
    count = 500,
    before,
  }: CandlesQuery): Promise<CandlesAnswer> {
    const bars = await readCandles(this.store, { feed, symbol, interval, count, before, now: Date.now() });
    return { symbol, feed, interval, source: 'cache', candles: toCandles(bars) };
  }
}
