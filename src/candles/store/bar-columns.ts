import { firstPlace } from '../../shared/market/first-place.js';
import { type Interval, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';

/** One bar: open time in ms UTC, prices, volume in the base asset. */
export interface Candle {
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Bars as columns, ascending and unique in `ts`; each column holds `count` values. Treat as immutable. */
export interface BarColumns extends Readonly<Record<keyof Candle, Float64Array>> {
  readonly count: number;
}

/** Creates bars with a function that returns each column. */
export function barColumns(count: number, column: (name: keyof Candle) => Float64Array): BarColumns {
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

export const NO_BARS: BarColumns = barColumns(0, () => new Float64Array(0));

/** Returns the bars from position `from` up to, but not including, `to`, as a view on the same memory. */
export function sliceBars(bars: BarColumns, from: number, to: number = bars.count): BarColumns {
  return barColumns(Math.max(0, to - from), (name) => bars[name].subarray(from, Math.max(from, to)));
}

/** Returns the position of the first bar that opens at `ts` or later; `count` if there is no such bar. */
export const positionOf = (bars: BarColumns, ts: number): number =>
  firstPlace(bars.count, (place) => bars.ts[place]! >= ts);

/** Returns the bars that open within the spans, which are ascending and disjoint. */
export function barsWithin(bars: BarColumns, spans: readonly Span[]): BarColumns {
  return concatBars(
    spans.map(({ start, end }) => sliceBars(bars, positionOf(bars, start), positionOf(bars, end))),
  );
}

/** Returns the spans that the bars cover. */
export function cellsOf(bars: BarColumns, interval: Interval): Span[] {
  return Array.from(bars.ts, (start) => ({ start, end: start + intervalMs(interval) }));
}

/** Joins lists of bars that are in order of time. */
export function concatBars(parts: readonly BarColumns[]): BarColumns {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return barColumns(count, (name) => {
    const joined = new Float64Array(count);
    let at = 0;
    for (const part of parts) {
      joined.set(part[name], at);
      at += part.count;
    }
    return joined;
  });
}

/** Merges two lists of bars in order of time. If both lists have a bar at one time, the bar of `preferred` is used. */
export function unionBars(preferred: BarColumns, others: BarColumns): BarColumns {
  if (others.count === 0) return preferred;
  if (preferred.count === 0) return others;
  const all = concatBars([preferred, others]);
  const taken = new Set(preferred.ts);
  const order = Array.from(all.ts.keys())
    .filter((i) => i < preferred.count || !taken.has(all.ts[i]!))
    .toSorted((a, b) => all.ts[a]! - all.ts[b]!);
  return barColumns(order.length, (name) => Float64Array.from(order, (i) => all[name][i]!));
}
