import type { SheetCandles } from '../sheet-data.js';
import { deltas, fromDeltas } from './deltas.js';

/** Bars as columns of integers. Times are counted in intervals. Prices are differences, counted in price steps. */
export interface PackedCandles {
  readonly symbol: string;
  readonly feed: string;
  readonly intervalMs: number;
  /** The open time of the first bar. */
  readonly start: number;
  /** The number of intervals between the open times of a bar and the previous bar. */
  readonly steps: readonly number[];
  /** Number of decimals of prices. A price step is 10^−decimals. */
  readonly decimals: number;
  /** The open minus the previous close. */
  readonly open: readonly number[];
  /** The close minus the open. */
  readonly close: readonly number[];
  /** Distance of the high above the higher of open and close. */
  readonly upper: readonly number[];
  /** Distance of the low below the lower of open and close. */
  readonly lower: readonly number[];
}

const MAX_DECIMALS = 8;

export function packCandles(candles: SheetCandles): PackedCandles {
  const { symbol, feed, intervalMs, times } = candles;
  const columns = [candles.open, candles.high, candles.low, candles.close];
  const decimals = Math.max(
    0,
    ...columns.map((prices) => prices.reduce((most, price) => Math.max(most, priceDecimals(price)), 0)),
  );
  const [open, high, low, close] = columns.map((prices) =>
    prices.map((price) => Math.round(price * 10 ** decimals)),
  ) as [number[], number[], number[], number[]];
  const start = times[0] ?? 0;
  return {
    symbol,
    feed,
    intervalMs,
    start,
    steps: deltas(times.map((time) => (time - start) / intervalMs)),
    decimals,
    open: open.map((price, bar) => price - (close[bar - 1] ?? 0)),
    close: close.map((price, bar) => price - open[bar]!),
    upper: high.map((price, bar) => price - Math.max(open[bar]!, close[bar]!)),
    lower: low.map((price, bar) => Math.min(open[bar]!, close[bar]!) - price),
  };
}

export function unpackCandles(packed: PackedCandles): SheetCandles {
  const { symbol, feed, intervalMs, start, steps, decimals, upper, lower } = packed;
  const opens: number[] = [];
  const closes: number[] = [];
  packed.open.forEach((step, bar) => {
    opens.push((closes[bar - 1] ?? 0) + step);
    closes.push(opens[bar]! + packed.close[bar]!);
  });
  const price = (steps: number): number => steps / 10 ** decimals;
  return {
    symbol,
    feed,
    intervalMs,
    times: fromDeltas(steps).map((intervals) => start + intervals * intervalMs),
    open: opens.map(price),
    high: opens.map((open, bar) => price(Math.max(open, closes[bar]!) + upper[bar]!)),
    low: opens.map((open, bar) => price(Math.min(open, closes[bar]!) - lower[bar]!)),
    close: closes.map(price),
  };
}

function priceDecimals(price: number): number {
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals += 1) {
    if (Number(price.toFixed(decimals)) === price) return decimals;
  }
  return MAX_DECIMALS;
}
