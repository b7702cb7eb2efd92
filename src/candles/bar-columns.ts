/** One bar: open time in ms UTC, prices, volume in the base asset. */
export interface Candle {
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Bars by column, ascending in `ts` without repetition; each column holds `count` values. Treated as immutable. */
export interface BarColumns {
  readonly count: number;
  readonly ts: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

type Column = Exclude<keyof BarColumns, 'count'>;

function columns(count: number, column: (name: Column) => Float64Array): BarColumns {
  return {
    count,
    ts: column('ts'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

export const NO_BARS: BarColumns = columns(0, () => new Float64Array(0));

/** Bars `from` (inclusive) to `to` (exclusive) by position, as a view on the same memory. */
export function sliceBars(bars: BarColumns, from: number, to: number = bars.count): BarColumns {
  return columns(Math.max(0, to - from), (name) => bars[name].subarray(from, Math.max(from, to)));
}

/** Position of the first bar that opens at `ts` or later, `count` if there is none. */
export function positionOf(bars: BarColumns, ts: number): number {
  let low = 0;
  let high = bars.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars.ts[middle]! < ts) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The parts one after the other, which must be their order in time. */
export function concatBars(parts: readonly BarColumns[]): BarColumns {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return columns(count, (name) => {
    const joined = new Float64Array(count);
    let at = 0;
    for (const part of parts) {
      joined.set(part[name], at);
      at += part.count;
    }
    return joined;
  });
}

/** The bars of both in order of time; where both have a bar, that of `preferred` stands. */
export function unionBars(preferred: BarColumns, others: BarColumns): BarColumns {
  if (others.count === 0) return preferred;
  if (preferred.count === 0) return others;
  const all = concatBars([preferred, others]);
  const taken = new Set(preferred.ts);
  const order = Array.from(all.ts.keys())
    .filter((i) => i < preferred.count || !taken.has(all.ts[i]!))
    .toSorted((a, b) => all.ts[a]! - all.ts[b]!);
  return columns(order.length, (name) => Float64Array.from(order, (i) => all[name][i]!));
}

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

/** @param candles ascending in time, without repetition */
export function fromCandles(candles: readonly Candle[]): BarColumns {
  return columns(candles.length, (name) => Float64Array.from(candles, (candle) => candle[name]));
}
