import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import type { GivenTrade } from './recorded-columns.js';
import { repeatableRandom } from './repeatable-random.js';

const MINUTE = 60_000;

/** The prices of a market, tick by tick, and its bars. */
export interface Tape {
  readonly start: number;
  /** Number of prices per minute. */
  readonly ticks: number;
  /** Price i is the price of the market from the time `start` + i · 60,000 / ticks on. */
  readonly prices: Float64Array;
  readonly bars: OhlcMinutes & { readonly volume: Float64Array };
}

const cents = (price: number): number => Math.round(price * 100) / 100;

/** Returns a market whose price wanders. */
export function simulatedTape(seed: number, minutes: number, start: number, ticks = 6): Tape {
  const random = repeatableRandom(seed);
  const prices = new Float64Array(minutes * ticks);
  let price = 100;
  for (let i = 0; i < prices.length; i += 1) {
    price = cents(price * (1 + (random() - 0.5) * 0.004));
    prices[i] = price;
  }
  const column = (value: (of: Float64Array) => number) =>
    Float64Array.from({ length: minutes }, (_, minute) =>
      value(prices.subarray(minute * ticks, (minute + 1) * ticks)),
    );
  const bars = {
    count: minutes,
    ts: Float64Array.from({ length: minutes }, (_, minute) => start + minute * MINUTE),
    open: column((of) => of[0]!),
    high: column((of) => Math.max(...of)),
    low: column((of) => Math.min(...of)),
    close: column((of) => of[ticks - 1]!),
    volume: column(() => 1_000),
  };
  return { start, ticks, prices, bars };
}

/** A trade of a tape. The true moments of its fills are indexes of `prices`. */
export interface TapeTrade extends GivenTrade {
  readonly entryTick: number;
  readonly exitTick: number;
  readonly ignoresLevels: boolean;
}

/** The time that a list records for a fill: the exact moment, or the open or close of its bar. */
export type Stamping =
  { readonly by: 'exact' } | { readonly by: 'open' | 'close'; readonly lengthMs: number };

/**
 * Returns trades at true prices of a tape. They have random stops and targets, and some trades end at their stop or
 * target.
 * @param ignoring share of the trades that do not end at their stops and targets
 */
export function tapeTrades(
  tape: Tape,
  count: number,
  seed: number,
  stamping: Stamping,
  ignoring = 0,
): TapeTrade[] {
  const random = repeatableRandom(seed);
  const { prices, ticks, start } = tape;
  const stampOf = (tick: number) => {
    const moment = start + (tick * MINUTE) / ticks;
    if (stamping.by === 'exact') return moment;
    const open = Math.floor(moment / stamping.lengthMs) * stamping.lengthMs;
    return stamping.by === 'open' ? open : open + stamping.lengthMs;
  };
  return Array.from({ length: count }, (): TapeTrade => {
    const entryTick = 60 * ticks + Math.floor(random() * (prices.length - 300 * ticks));
    const side = random() < 0.5 ? 'long' : 'short';
    const direction = side === 'long' ? 1 : -1;
    const entryPrice = prices[entryTick]!;
    const stopLoss = cents(entryPrice * (1 - direction * (0.002 + random() * 0.02)));
    const takeProfit = cents(entryPrice * (1 + direction * (0.002 + random() * 0.02)));
    const longest = Math.floor(random() * 200 * ticks);
    const ignoresLevels = random() < ignoring;
    let exitTick = entryTick + 1;
    const isBeyond = (price: number) =>
      direction * (price - stopLoss) <= 0 || direction * (price - takeProfit) >= 0;
    const isEnd = (tick: number) =>
      tick >= entryTick + 1 + longest || (!ignoresLevels && isBeyond(prices[tick]!));
    while (!isEnd(exitTick)) exitTick += 1;
    return {
      side,
      qty: 1 + Math.floor(random() * 5),
      entryPrice,
      entryTime: stampOf(entryTick),
      exitPrice: prices[exitTick]!,
      exitTime: stampOf(exitTick),
      stopLoss,
      takeProfit,
      entryTick,
      exitTick,
      ignoresLevels,
    };
  });
}
