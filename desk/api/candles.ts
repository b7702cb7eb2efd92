import type { CandleImportAnswer } from '../../src/candles/candle-import.dto.js';
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

export type ImportedCandles = Pick<CandleImportAnswer, keyof CandleImportAnswer>;

/** The parameters of an import of candles. */
export interface CandleImportSettings {
  readonly symbol: string;
  readonly interval: string;
  readonly feed: string;
  readonly timezone?: string;
  readonly dateOrder?: string;
  readonly replace?: 'true';
  readonly preview?: 'true';
}

/** Stores the candles of a file, or counts what would be stored. Call `announceChange` after the last file. */
export const importCandles = (
  file: File,
  settings: CandleImportSettings,
  signal: AbortSignal,
): Promise<ImportedCandles> =>
  askJson<CandleImportAnswer>('/candles/import', {
    method: 'POST',
    query: { ...settings },
    body: file,
    contentType: 'application/octet-stream',
    signal,
  });
