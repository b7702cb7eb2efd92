import type { Candle, Series } from './candle.js';
import { type MinuteBars } from './generated-minutes.js';
import { instrumentOf } from './instruments.js';

/** The functions are looked up once. In a vm context, as in Jest, look-ups of globals would take most of the time. */
const { max, min } = Math;
const UNREACHED = Infinity;

/** A bar of any length in whole ticks and lots. The quote amounts are in ticks times lots. */
export interface TickBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly takerLots: number;
  readonly quote: number;
  readonly takerQuote: number;
  readonly trades: number;
}

/**
 * Returns the bar of the minutes of a day from `from` (inclusive) to `to` (exclusive). The span must contain at least
 * one minute.
 */
export function barOfMinutes(day: MinuteBars, from: number, to: number): TickBar {
  let high = 0;
  let low = UNREACHED;
  let lots = 0;
  let takerLots = 0;
  let quote = 0;
  let takerQuote = 0;
  let trades = 0;
  for (let minute = from; minute < to; minute += 1) {
    high = max(high, day.high[minute]!);
    low = min(low, day.low[minute]!);
    lots += day.lots[minute]!;
    takerLots += day.takerLots[minute]!;
    trades += day.trades[minute]!;
    const middle = (day.high[minute]! + day.low[minute]!) / 2;
    quote += middle * day.lots[minute]!;
    takerQuote += middle * day.takerLots[minute]!;
  }
  return {
    open: day.open[from]!,
    high,
    low,
    close: day.close[to - 1]!,
    lots,
    takerLots,
    quote,
    takerQuote,
    trades,
  };
}

/** Combines two successive bars, with or without a gap between them. */
export const combinedBar = (a: TickBar, b: TickBar): TickBar => ({
  open: a.open,
  high: max(a.high, b.high),
  low: min(a.low, b.low),
  close: b.close,
  lots: a.lots + b.lots,
  takerLots: a.takerLots + b.takerLots,
  quote: a.quote + b.quote,
  takerQuote: a.takerQuote + b.takerQuote,
  trades: a.trades + b.trades,
});

/**
 * Returns the bar in plain numbers. Each number is the result of a single division, so it is the double nearest to its
 * decimals.
 */
export function toCandle(series: Series, ts: number, bar: TickBar): Candle {
  const { priceDecimals, lotDecimals } = instrumentOf(series);
  const tick = 10 ** priceDecimals;
  return {
    ts,
    open: bar.open / tick,
    high: bar.high / tick,
    low: bar.low / tick,
    close: bar.close / tick,
    volume: bar.lots / 10 ** lotDecimals,
  };
}
