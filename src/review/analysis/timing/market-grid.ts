import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { BLOCK } from '../../../stats/ideal-r/walkable-minutes.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';
import type { OpenAt } from './measured-stamps.js';

/** Minimum share of the minutes of a grid that must have a bar. A market with a smaller share does not count. */
const MIN_SHARE = 0.9;

/**
 * The opens of a market on a grid of minutes. A minute without a bar has the close of the bar before it. Minutes before
 * the first bar have the open of the first bar. The grid may extend beyond the minutes from which random entries are
 * drawn.
 */
export interface MarketGrid {
  readonly open: Float64Array;
  /** 1 if the minute has a bar. */
  readonly present: Uint8Array;
  readonly close: Float64Array;
  /** Lows and highs; Infinity and −Infinity for a minute without a bar. Stored only for the method `bracket`. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly blockLow: Float64Array;
  readonly blockHigh: Float64Array;
}

/** Builds the grid of a market. */
export class GridBuilder {
  private readonly grid;

  /** @param hasExtremes true if lows and highs are stored */
  constructor(
    private readonly start: number,
    private readonly minutes: number,
    hasExtremes: boolean,
  ) {
    const column = (length: number, value: number) => new Float64Array(length).fill(value);
    const extremes = hasExtremes ? minutes : 0;
    this.grid = {
      open: column(minutes, NaN),
      close: column(minutes, NaN),
      low: column(extremes, Infinity),
      high: column(extremes, -Infinity),
      present: new Uint8Array(minutes),
    };
  }

  /**
   * Adds bars. If lows and highs are not stored, their arrays are empty, and writes beyond the end of an array are
   * ignored.
   */
  add(bars: OhlcMinutes): void {
    const { grid } = this;
    for (let at = 0; at < bars.count; at += 1) {
      const minute = (bars.ts[at]! - this.start) / MINUTE_MS;
      if (minute < 0 || minute >= this.minutes) continue;
      grid.open[minute] = bars.open[at]!;
      grid.close[minute] = bars.close[at]!;
      grid.low[minute] = bars.low[at]!;
      grid.high[minute] = bars.high[at]!;
      grid.present[minute] = 1;
    }
  }

  build(): MarketGrid {
    const { open, close, present, low, high } = this.grid;
    let last = open[present.indexOf(1)] ?? NaN;
    for (let minute = 0; minute < this.minutes; minute += 1) {
      if (present[minute] === 0) {
        open[minute] = last;
        close[minute] = last;
      }
      last = close[minute]!;
    }
    return { ...this.grid, ...blocksOf(low, high) };
  }
}

/** Returns the grid of a market whose bars are in memory. */
export function marketGrid(start: number, minutes: number, bars: OhlcMinutes): MarketGrid {
  const builder = new GridBuilder(start, minutes, true);
  builder.add(bars);
  return builder.build();
}

function blocksOf(low: Float64Array, high: Float64Array) {
  const blocks = Math.floor(low.length / BLOCK);
  const blockLow = new Float64Array(blocks).fill(Infinity);
  const blockHigh = new Float64Array(blocks).fill(-Infinity);
  for (let at = 0; at < blocks * BLOCK; at += 1) {
    const block = Math.floor(at / BLOCK);
    if (low[at]! < blockLow[block]!) blockLow[block] = low[at]!;
    if (high[at]! > blockHigh[block]!) blockHigh[block] = high[at]!;
  }
  return { blockLow, blockHigh };
}

/** Returns the opens of the bars of a grid. */
export const opensOf =
  (grid: MarketGrid | undefined): OpenAt =>
  (minute) =>
    grid?.present[minute] === 1 ? grid.open[minute] : undefined;

/** Returns how many of the first `minutes` minutes of a grid have a bar. */
export function barsIn({ present }: MarketGrid, minutes: number): number {
  let count = 0;
  for (let minute = 0; minute < minutes; minute += 1) count += present[minute]!;
  return count;
}

/** Returns whether a market has enough bars on a grid. */
export const hasEnoughBars = (bars: number, minutes: number): boolean => bars >= MIN_SHARE * minutes;
