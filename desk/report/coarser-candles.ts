import { MINUTE_MS } from '../../src/shared/market/intervals.js';
import type { SheetCandles } from './sheet-data.js';

/** The usual lengths of bars, in minutes. */
const MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440, 4_320, 10_080, 43_200];

/**
 * Returns the shortest usual interval at which at most `most` bars cover a span of time. The interval is at least
 * `shortest`.
 */
export function intervalFor(lengthMs: number, most: number, shortest = MINUTE_MS): number {
  const usual = MINUTES.map((minutes) => minutes * MINUTE_MS).filter((interval) => interval >= shortest);
  return usual.find((interval) => lengthMs <= interval * most) ?? Math.ceil(lengthMs / most);
}

/** Bars as columns, restricted to the numeric fields. */
export type CandleColumns = Record<'times' | 'open' | 'high' | 'low' | 'close', ArrayLike<number>>;

/** Returns bars of a larger interval: first open, highest high, lowest low and last close of the existing bars. */
export function aggregated(bars: CandleColumns, intervalMs: number): Pick<SheetCandles, keyof CandleColumns> {
  const times: number[] = [];
  const [open, high, low, close] = [[] as number[], [] as number[], [] as number[], [] as number[]];
  for (let bar = 0; bar < bars.times.length; bar += 1) {
    const time = Math.floor(bars.times[bar]! / intervalMs) * intervalMs;
    const last = times.length - 1;
    if (times[last] === time) {
      high[last] = Math.max(high[last]!, bars.high[bar]!);
      low[last] = Math.min(low[last]!, bars.low[bar]!);
      close[last] = bars.close[bar]!;
    } else {
      times.push(time);
      open.push(bars.open[bar]!);
      high.push(bars.high[bar]!);
      low.push(bars.low[bar]!);
      close.push(bars.close[bar]!);
    }
  }
  return { times, open, high, low, close };
}

/** Returns at most `most` bars of the same market. If the market has more bars, returns bars of a larger interval. */
export function atMost(candles: SheetCandles, most: number): SheetCandles {
  const { times, intervalMs } = candles;
  if (times.length <= most) return candles;
  const length = times.at(-1)! + intervalMs - times[0]!;
  const larger = intervalFor(length, most, intervalMs * 2);
  return { ...candles, intervalMs: larger, ...aggregated(candles, larger) };
}
