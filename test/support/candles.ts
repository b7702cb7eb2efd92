import { type BarColumns, type Candle, barColumns } from '../../src/candles/store/bar-columns.js';

/** Returns the bars as objects. */
export function toCandles(bars: BarColumns): Candle[] {
  return Array.from({ length: bars.count }, (_, i) => ({
    ts: bars.ts[i]!,
    open: bars.open[i]!,
    high: bars.high[i]!,
    low: bars.low[i]!,
    close: bars.close[i]!,
    volume: bars.volume[i]!,
  }));
}

/**
 * Returns the bars as BarColumns.
 * @param candles ascending and unique in time
 */
export function fromCandles(candles: readonly Candle[]): BarColumns {
  return barColumns(candles.length, (name) => Float64Array.from(candles, (candle) => candle[name]));
}
