import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';

const MINUTE = 60_000;

/** Open, high, low and close of a bar. */
export type Ohlc = readonly [open: number, high: number, low: number, close: number];

/** Returns bars of consecutive minutes from `start` on. An undefined bar is missing. */
export function ohlcBars(bars: readonly (Ohlc | undefined)[], start: number): OhlcMinutes {
  const present = bars.flatMap((bar, i) => (bar ? [{ bar, ts: start + i * MINUTE }] : []));
  const column = (place: 0 | 1 | 2 | 3) => Float64Array.from(present, ({ bar }) => bar[place]);
  return {
    count: present.length,
    ts: Float64Array.from(present, ({ ts }) => ts),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  };
}

/** Returns the bars in parts of `size`. */
export const partsOf = (bars: OhlcMinutes, size: number): OhlcMinutes[] =>
  Array.from({ length: Math.ceil(bars.count / size) }, (_, i) => {
    const [from, to] = [i * size, Math.min(bars.count, (i + 1) * size)];
    return {
      count: to - from,
      ts: bars.ts.subarray(from, to),
      open: bars.open.subarray(from, to),
      high: bars.high.subarray(from, to),
      low: bars.low.subarray(from, to),
      close: bars.close.subarray(from, to),
    };
  });

/** The five bars of the documented example of the ideal R. Each bar opens at the close of the previous bar. */
export const EXAMPLE_BARS: readonly Ohlc[] = [
  [100, 103, 98, 101],
  [101, 106, 100, 105],
  [105, 108, 103, 104],
  [104, 112, 95, 97],
  [97, 99, 96, 98],
];
