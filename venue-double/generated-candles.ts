import type { Candle, Market, Series } from './candle.js';
import { generatedMinutes, MINUTES_PER_DAY, type MinuteBars } from './generated-minutes.js';
import { DAY_MS, type Interval, MINUTE_MS, firstOpenTime, nextOpenTime } from './intervals.js';
import { type Span, subtract } from './spans.js';
import { barOfMinutes, combinedBar, type TickBar, toCandle } from './tick-bar.js';

/**
 * Returns the bar that opens at `openTime`, a multiple of the interval. The same arguments give the same bar, and every
 * bar is the aggregate of its minutes. Listing dates and gaps are ignored, so every symbol has a price at every time.
 */
export function generatedCandle(
  symbol: string,
  interval: Interval,
  openTime: number,
  market: Market = 'spot',
): Candle {
  const series = { market, symbol };
  const bar = generatedBar(series, { from: openTime, to: nextOpenTime(interval, openTime) });
  if (!bar) throw new RangeError(`No bar of ${interval} is shorter than a minute`);
  return toCandle(series, openTime, bar);
}

/** Returns the bars that open in `[from, to)`, in ascending order. */
export function generatedCandles(
  symbol: string,
  interval: Interval,
  from: number,
  to: number,
  market: Market = 'spot',
): Candle[] {
  const candles: Candle[] = [];
  for (let ts = firstOpenTime(interval, from); ts < to; ts = nextOpenTime(interval, ts)) {
    candles.push(generatedCandle(symbol, interval, ts, market));
  }
  return candles;
}

/** Returns the bar of all existing minutes of the span; null if all minutes are missing. */
export function generatedBar(series: Series, span: Span, missing: readonly Span[] = []): TickBar | null {
  let bar: TickBar | null = null;
  for (const { from, to } of subtract(span, missing)) {
    const end = Math.floor(to / MINUTE_MS);
    let minute = Math.ceil(from / MINUTE_MS);
    while (minute < end) {
      const day = Math.floor(minute / MINUTES_PER_DAY);
      const stop = Math.min(end, (day + 1) * MINUTES_PER_DAY);
      const part = partOfDay(series, day, minute - day * MINUTES_PER_DAY, stop - day * MINUTES_PER_DAY);
      bar = bar ? combinedBar(bar, part) : part;
      minute = stop;
    }
  }
  return bar;
}

/** Returns the one-minute bar at `minuteOpen`, even if that minute is missing. */
export function generatedMinute(series: Series, minuteOpen: number): TickBar {
  const minute = (minuteOpen % DAY_MS) / MINUTE_MS;
  return partOfDay(series, Math.floor(minuteOpen / DAY_MS), minute, minute + 1);
}

/** Cache of days. A page of small bars lies in one or two days; a large bar spans many days. */
const recentDays = new Map<string, MinuteBars>();
const wholeDays = new Map<string, TickBar>();

function partOfDay(series: Series, day: number, from: number, to: number): TickBar {
  const key = `${series.market} ${series.symbol} ${day}`;
  const minutes = () => cached(recentDays, 32, key, () => generatedMinutes(series, day));
  if (from > 0 || to < MINUTES_PER_DAY) return barOfMinutes(minutes(), from, to);
  return cached(wholeDays, 20_000, key, () => barOfMinutes(minutes(), from, to));
}

/**
 * Returns the cached value. If there is none, creates a value, which replaces the oldest value if the cache is full.
 */
function cached<T>(store: Map<string, T>, most: number, key: string, make: () => T): T {
  const known = store.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (store.size >= most) store.delete(store.keys().next().value!);
  store.set(key, made);
  return made;
}
