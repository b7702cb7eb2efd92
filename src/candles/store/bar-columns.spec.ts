import { BarBuilder } from './bar-builder.js';
import {
  type BarColumns,
  NO_BARS,
  cellsOf,
  concatBars,
  positionOf,
  sliceBars,
  unionBars,
} from './bar-columns.js';
import { fromCandles, toCandles } from '../../../test/support/candles.js';

/** Returns bars at these times. Every figure of a bar is `base` plus the bar's time. */
function barsAt(times: number[], base = 0): BarColumns {
  return fromCandles(
    times.map((ts) => ({
      ts,
      open: base + ts,
      high: base + ts,
      low: base + ts,
      close: base + ts,
      volume: base + ts,
    })),
  );
}

const timesOf = (bars: BarColumns) => [...bars.ts];

describe('bar columns', () => {
  it('convert to candles and back', () => {
    const candles = [
      { ts: 1, open: 2, high: 3, low: 4, close: 5, volume: 6 },
      { ts: 7, open: 8, high: 9, low: 10, close: 11, volume: 12 },
    ];
    expect(toCandles(fromCandles(candles))).toEqual(candles);
  });

  it('can be found by time', () => {
    const bars = barsAt([10, 20, 30]);
    expect([0, 10, 11, 20, 30, 31].map((ts) => positionOf(bars, ts))).toEqual([0, 0, 1, 1, 2, 3]);
    expect(positionOf(barsAt([]), 5)).toBe(0);
  });

  it('cover one cell each', () => {
    expect(cellsOf(barsAt([0, 300_000]), '1m')).toEqual([
      { start: 0, end: 60_000 },
      { start: 300_000, end: 360_000 },
    ]);
  });

  it('can be cut and joined', () => {
    const bars = barsAt([10, 20, 30, 40]);
    expect(timesOf(sliceBars(bars, 1, 3))).toEqual([20, 30]);
    expect(timesOf(sliceBars(bars, 2))).toEqual([30, 40]);
    expect(sliceBars(bars, 3, 2).count).toBe(0);
    expect(toCandles(concatBars([sliceBars(bars, 0, 1), sliceBars(bars, 1)]))).toEqual(toCandles(bars));
    expect(concatBars([])).toEqual(NO_BARS);
  });

  it('are merged in order of time; of two bars with the same time, the preferred bar stays', () => {
    const check = (preferred: number[], others: number[], expected: [ts: number, open: number][]) => {
      const united = unionBars(barsAt(preferred, 1000), barsAt(others));
      expect(toCandles(united).map((bar) => [bar.ts, bar.open])).toEqual(expected);
    };
    check([], [1], [[1, 1]]);
    check([1], [], [[1, 1001]]);
    check(
      [2],
      [1, 3],
      [
        [1, 1],
        [2, 1002],
        [3, 3],
      ],
    );
    check(
      [1, 2],
      [2, 3],
      [
        [1, 1001],
        [2, 1002],
        [3, 3],
      ],
    );
    check([5], [5], [[5, 1005]]);
  });

  it('can hold more bars than the first allocation', () => {
    const builder = new BarBuilder();
    for (let i = 0; i < 5000; i += 1) builder.add(i, i + 1, i + 2, i + 3, i + 4, i + 5);
    const bars = builder.build();
    expect(bars.count).toBe(5000);
    expect(bars.ts.length).toBe(5000);
    expect(toCandles(sliceBars(bars, 4999))).toEqual([
      { ts: 4999, open: 5000, high: 5001, low: 5002, close: 5003, volume: 5004 },
    ]);
  });
});
