import type { BarColumns } from './bar-columns.js';
import type { CandlesAnswer } from './candles.dto.js';

/** A `CandlesAnswer` as the bytes of its JSON, straight from the columns. */
export function candlesJson(head: Omit<CandlesAnswer, 'candles'>, bars: BarColumns): Buffer {
  const { symbol, feed, interval, source } = head;
  const { count, ts, open, high, low, close, volume } = bars;
  let text = `${JSON.stringify({ symbol, feed, interval, source }).slice(0, -1)},"candles":[`;
  for (let i = 0; i < count; i += 1) {
    if (i > 0) text += ',';
    text += `{"ts":${ts[i]},"open":${open[i]},"high":${high[i]},"low":${low[i]},"close":${close[i]},"volume":${volume[i]}}`;
  }
  // Symbols, words and numbers: nothing but ASCII.
  return Buffer.from(`${text}]}`, 'latin1');
}
