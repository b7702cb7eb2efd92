import type { CandleRangeAnswer } from '../../src/candles/candle-range.dto.js';
import type { Interval } from '../../src/shared/market/intervals.js';
import { askJson } from './send.js';

export interface CandleRange {
  readonly symbol: string;
  readonly feed: string;
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
}

export const getCandles = (range: CandleRange, signal: AbortSignal) =>
  askJson<CandleRangeAnswer>('/candles/range', { query: { ...range }, signal });
