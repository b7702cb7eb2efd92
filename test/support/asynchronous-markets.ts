import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import type { Span } from '../../src/shared/market/spans.js';
import type { KnownBars } from './marked-equity.js';
import { type Ohlc, ohlcBars } from './ohlc-bars.js';
import type { GivenTrade } from './recorded-columns.js';
import { repeatableRandom } from './repeatable-random.js';

const MINUTE = 60_000;

/** The market trades at this price at this time, and stands at this price until its next tick. */
interface Tick {
  readonly time: number;
  readonly price: number;
}

/** A trade whose fills are ticks of its market. `trueEntry` and `trueExit` are the moments of its fills. */
export interface TickTrade extends GivenTrade {
  readonly market: number;
  readonly feesPaid: number;
  readonly qty: number;
  readonly trueEntry: number;
  readonly trueExit: number;
}

export interface AsynchronousMarkets {
  readonly trades: readonly TickTrade[];
  /** The bars of each market. */
  readonly known: readonly KnownBars[];
  /** The moments, ascending, at which a market with an open trade trades. */
  readonly moments: readonly number[];
  /** Returns the true equity at a time, after the fills at this time. */
  readonly equityAt: (time: number) => number;
}

export interface MarketsPlan {
  readonly seed: number;
  readonly markets: number;
  readonly start: number;
  readonly minutes: number;
  readonly initialBalance: number;
  /** Length of the bars whose open times the trades have; 0 for exact times. */
  readonly stampMs: number;
  /** True if the bars of some minutes are unknown. */
  readonly hasUnknown: boolean;
}

/** Returns markets that trade at moments of their own. In some minutes, a market does not trade at all. */
export function asynchronousMarkets(plan: MarketsPlan): AsynchronousMarkets {
  const { seed, start, minutes, stampMs } = plan;
  const random = repeatableRandom(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const tapes = Array.from({ length: plan.markets }, () => ticksOf(plan, random));
  const trades = tapes.flatMap((ticks, market) =>
    Array.from({ length: 1 + upTo(3) }, (): TickTrade => {
      const entry = upTo(ticks.length - 2);
      const exit = Math.min(ticks.length - 1, entry + 1 + upTo(30));
      const stampOf = (at: number) => Math.floor(ticks[at]!.time / (stampMs || 1)) * (stampMs || 1);
      return {
        symbol: `M${market}`,
        market,
        side: random() < 0.5 ? 'long' : 'short',
        qty: 1 + upTo(3),
        feesPaid: upTo(2) / 4,
        entryPrice: ticks[entry]!.price,
        exitPrice: ticks[exit]!.price,
        entryTime: stampOf(entry),
        exitTime: stampOf(exit),
        trueEntry: ticks[entry]!.time,
        trueExit: ticks[exit]!.time,
      };
    }),
  );
  const known = tapes.map((ticks) => {
    const from = start + upTo(minutes) * MINUTE;
    const unknown = plan.hasUnknown ? { start: from, end: from + (1 + upTo(2)) * MINUTE } : NOTHING;
    return { bars: barsOf(ticks, start, minutes, unknown), covered: coveredOf(start, minutes, unknown) };
  });
  const priceAt = (market: number, time: number) =>
    tapes[market]!.findLast((tick) => tick.time <= time)!.price;
  return {
    trades,
    known,
    moments: tapes
      .flatMap((ticks, market) => {
        const own = trades.filter((one) => one.market === market);
        const isHeld = (time: number) =>
          own.some(({ trueEntry, trueExit }) => trueEntry <= time && time <= trueExit);
        return ticks.map(({ time }) => time).filter(isHeld);
      })
      .toSorted((a, b) => a - b),
    equityAt: (time) =>
      trades.reduce((sum, { market, side, qty, feesPaid, ...trade }) => {
        if (time < trade.trueEntry) return sum;
        const isOpen = time < trade.trueExit;
        const price = isOpen ? priceAt(market, time) : trade.exitPrice;
        const gross = (side === 'long' ? 1 : -1) * qty * (price - trade.entryPrice);
        return sum + gross - (isOpen ? 0 : feesPaid);
      }, plan.initialBalance),
  };
}

const NOTHING: Span = { start: 0, end: 0 };

/** Returns ticks at random moments, some of them at the very start of a minute. */
function ticksOf({ start, minutes }: MarketsPlan, random: () => number): Tick[] {
  const ticks: Tick[] = [];
  let price = 100;
  for (let minute = 0; minute < minutes; minute += 1) {
    // The first and the last minute have ticks, so that each trade has its fills.
    const isEnd = minute === 0 || minute === minutes - 1;
    const count = isEnd ? 3 : Math.floor(random() * 5);
    const moments = Array.from({ length: count }, () => (random() < 0.2 ? 0 : Math.floor(random() * MINUTE)));
    for (const moment of [...new Set(moments)].toSorted((a, b) => a - b)) {
      price = Math.round(price * (1 + (random() - 0.5) * 0.05) * 100) / 100;
      ticks.push({ time: start + minute * MINUTE + moment, price });
    }
  }
  return ticks;
}

function barsOf(ticks: readonly Tick[], start: number, minutes: number, unknown: Span): OhlcMinutes {
  const bars = Array.from({ length: minutes }, (_, minute): Ohlc | undefined => {
    const from = start + minute * MINUTE;
    const prices = ticks.filter(({ time }) => time >= from && time < from + MINUTE).map(({ price }) => price);
    if (prices.length === 0 || (from >= unknown.start && from < unknown.end)) return undefined;
    return [prices[0]!, Math.max(...prices), Math.min(...prices), prices.at(-1)!];
  });
  return ohlcBars(bars, start);
}

const coveredOf = (start: number, minutes: number, unknown: Span): Span[] =>
  [
    { start, end: Math.min(unknown.start || Infinity, start + minutes * MINUTE) },
    { start: unknown.end, end: start + minutes * MINUTE },
  ].filter((span) => span.start >= start && span.start < span.end);
