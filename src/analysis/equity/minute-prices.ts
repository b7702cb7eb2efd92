import { MINUTE_MS } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';

/** Prices of a market in a part of the timeline, by minute. NaN if a minute is unknown. */
export interface MinutePrices {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/**
 * Fills the minutes of a market. Nothing was traded in a minute that is known to have no bar, so its price is the
 * previous close. Other minutes without a bar are unknown, and so are minutes before the first bar of a covered span.
 */
export class MinuteFiller {
  private last = NaN;
  private lastEnd = -Infinity;

  /** @param covered spans in which every minute is known to have a bar or to have none, ascending and disjoint */
  constructor(private readonly covered: readonly Span[]) {}

  /**
   * Returns the prices of a part of the timeline. Call this function with all parts in order of time.
   * @param bars all bars of the part
   */
  fill(part: Span, bars: OhlcMinutes): MinutePrices {
    const count = (part.end - part.start) / MINUTE_MS;
    const column = () => new Float64Array(count).fill(NaN);
    const prices = { open: column(), high: column(), low: column(), close: column() };
    let at = 0;
    for (const span of this.covered) {
      const from = Math.max(span.start, part.start);
      const to = Math.min(span.end, part.end);
      if (from >= to) continue;
      // The price is unknown at the start of a span that does not directly follow the previous span.
      if (from !== this.lastEnd) this.last = NaN;
      for (let ts = from; ts < to; ts += MINUTE_MS) {
        while (at < bars.count && bars.ts[at]! < ts) at += 1;
        this.put(prices, (ts - part.start) / MINUTE_MS, bars, bars.ts[at] === ts ? at : -1);
      }
      this.lastEnd = to;
    }
    return prices;
  }

  private put(prices: MinutePrices, minute: number, bars: OhlcMinutes, at: number): void {
    const isTraded = at >= 0 && at < bars.count;
    prices.open[minute] = isTraded ? bars.open[at]! : this.last;
    prices.high[minute] = isTraded ? bars.high[at]! : this.last;
    prices.low[minute] = isTraded ? bars.low[at]! : this.last;
    if (isTraded) this.last = bars.close[at]!;
    prices.close[minute] = this.last;
  }
}
