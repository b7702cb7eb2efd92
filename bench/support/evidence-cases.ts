import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import type { TimedTrades } from '../../src/review/analysis/timing/timed-trades.js';

export const MINUTE_MS = 60_000;
const START = Date.UTC(2023, 0, 1);

/** Returns a linear congruential generator (Numerical Recipes), so that the cases are equal in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns minutes of a random walk without a gap, with volumes. */
export function walkedBars(count: number): OhlcMinutes & { readonly volume: Float64Array } {
  const random = generator(7);
  const column = () => new Float64Array(count);
  const bars = { count, ts: column(), open: column(), high: column(), low: column(), close: column() };
  let price = 28_000;
  for (let i = 0; i < count; i += 1) {
    const [open, close] = [price, Math.round((price + (random() - 0.5) * 20) * 100) / 100];
    bars.ts[i] = START + i * MINUTE_MS;
    bars.open[i] = open;
    bars.close[i] = close;
    bars.high[i] = Math.max(open, close) + 2;
    bars.low[i] = Math.min(open, close) - 2;
    price = close;
  }
  return { ...bars, volume: column().fill(1_000) };
}

/**
 * Returns trades at opens of the bars, in trade order.
 * @param most maximum holding time, minutes
 */
export function tradesOnBars(bars: OhlcMinutes, count: number, most: number): TimedTrades {
  const random = generator(11);
  const rows = Array.from({ length: count }, () => {
    const entry = Math.floor(random() * (bars.count - most - 2));
    return { entry, exit: entry + 1 + Math.floor(random() * most), direction: random() < 0.5 ? 1 : -1 };
  }).toSorted((a, b) => a.exit - b.exit || a.entry - b.entry);
  type Row = (typeof rows)[number];
  const column = (value: (row: Row) => number) => Float64Array.from(rows, value);
  const gross = ({ entry, exit, direction }: Row) =>
    Math.round((bars.open[exit]! - bars.open[entry]!) * direction * 100) / 100;
  return {
    count,
    entryTime: column(({ entry }) => bars.ts[entry]!),
    exitTime: column(({ exit }) => bars.ts[exit]!),
    plGross: column(gross),
    plNet: column((row) => Math.round((gross(row) - 3) * 100) / 100),
    plPct: column((row) => gross(row) / 280),
    feesPaid: column(() => 1),
    spreadPaid: column(() => 1),
    slippagePaid: column(() => 1),
    rMultiple: column((row) => gross(row) / 280),
    direction: column(({ direction }) => direction),
    quantity: column(() => 1),
    entryPrice: column(({ entry }) => bars.open[entry]!),
    exitPrice: column(({ exit }) => bars.open[exit]!),
    stopLoss: column(({ entry, direction }) => bars.open[entry]! - direction * 280),
    target: column(({ entry, direction }) => bars.open[entry]! + direction * 560),
    asset: column(() => 0),
  };
}
