import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import type { OpenTrades } from './open-trades.js';

/** A sum of trades. At a price, their mark is size · price − cost. */
export interface TradeSum {
  readonly size: number;
  readonly cost: number;
}

/** The sum of trades that are open together for whole minutes. */
export interface MarketExposure extends TradeSum {
  /** First minute of the exposure, counted from the start of the part of the timeline. */
  readonly from: number;
  /** The minute after the last minute. */
  readonly to: number;
  /** The trades of the exposure that were entered before its first minute; null if there is none. */
  readonly before: TradeSum | null;
}

/** Finds the exposures of the trades of a market, one part of the timeline after another. */
export class ExposureFinder {
  // Changes of the exposure by minute, and 1 for each minute with a change. All are 0 between two calls, because new
  // memory would cost as much time as finding the exposures (bench row `equity`).
  private readonly isChange: Uint8Array;
  private readonly opened: Int32Array;
  private readonly size: Float64Array;
  private readonly cost: Float64Array;
  // The part of the changes that consists of trades that are entered exactly at the start of the minute.
  private readonly entered: Int32Array;
  private readonly enteredSize: Float64Array;
  private readonly enteredCost: Float64Array;

  /** @param partMinutes maximum number of minutes of a part */
  constructor(partMinutes: number) {
    this.isChange = new Uint8Array(partMinutes + 1);
    this.opened = new Int32Array(partMinutes + 1);
    this.size = new Float64Array(partMinutes + 1);
    this.cost = new Float64Array(partMinutes + 1);
    this.entered = new Int32Array(partMinutes + 1);
    this.enteredSize = new Float64Array(partMinutes + 1);
    this.enteredCost = new Float64Array(partMinutes + 1);
  }

  /**
   * Returns the exposures in order of time. The exposure changes with each entry and each exit. Minutes without an open
   * trade have no exposure.
   * @param positions positions of the trades that may be open in the part
   */
  within(market: OpenTrades, positions: readonly number[], part: Span): MarketExposure[] {
    const minutes = this.addChanges(market, positions, part);
    const exposures: MarketExposure[] = [];
    let [open, size, cost] = [0, 0, 0];
    for (const [place, from] of minutes.entries()) {
      open += this.opened[from]!;
      // The sums restart at 0 when no trade is open, so that rounding errors do not accumulate.
      size = open === 0 ? 0 : size + this.size[from]!;
      cost = open === 0 ? 0 : cost + this.cost[from]!;
      if (open > 0)
        exposures.push({
          from,
          to: minutes[place + 1]!,
          size,
          cost,
          before: this.before(from, open, size, cost),
        });
      this.isChange[from] = 0;
      this.opened[from] = 0;
      this.size[from] = 0;
      this.cost[from] = 0;
      this.entered[from] = 0;
      this.enteredSize[from] = 0;
      this.enteredCost[from] = 0;
    }
    return exposures;
  }

  private before(minute: number, open: number, size: number, cost: number): TradeSum | null {
    if (this.entered[minute] === 0) return { size, cost };
    if (this.entered[minute] === open) return null;
    return { size: size - this.enteredSize[minute]!, cost: cost - this.enteredCost[minute]! };
  }

  /** Adds the entries and exits of trades. Returns the minutes with a change, ascending. */
  private addChanges(
    { size, cost, wholeStart, wholeEnd, entersAtOpen }: OpenTrades,
    positions: readonly number[],
    part: Span,
  ): Uint32Array {
    const minutes: number[] = [];
    const change = (minute: number, opened: 1 | -1, at: number) => {
      if (this.isChange[minute] === 0) minutes.push(minute);
      this.isChange[minute] = 1;
      this.opened[minute]! += opened;
      this.size[minute]! += opened * size[at]!;
      this.cost[minute]! += opened * cost[at]!;
    };
    for (const at of positions) {
      const from = minuteIn(part, wholeStart[at]!);
      const to = minuteIn(part, wholeEnd[at]!);
      if (from >= to) continue;
      change(from, 1, at);
      change(to, -1, at);
      if (entersAtOpen[at] === 0 || wholeStart[at]! < part.start) continue;
      this.entered[from]! += 1;
      this.enteredSize[from]! += size[at]!;
      this.enteredCost[from]! += cost[at]!;
    }
    return Uint32Array.from(minutes).sort();
  }
}

/** Returns the number of a minute of a part of the timeline. Times outside the part count as its nearest end. */
export const minuteIn = (part: Span, ts: number): number =>
  (Math.min(Math.max(ts, part.start), part.end) - part.start) / MINUTE_MS;
