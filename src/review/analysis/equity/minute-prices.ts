import { firstPlace } from '../../../shared/market/first-place.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { type Span, spansWithin } from '../../../shared/market/spans.js';
import type { OhlcMinutes } from '../minutes/ohlc-minutes.js';

/** Columns of prices, by minute. */
interface PriceColumns {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Prices of a market in a part of the timeline, by minute. The prices of an unknown minute are NaN. */
export interface MinutePrices extends PriceColumns {
  /** The close before the first minute; NaN if it is unknown. */
  readonly before: number;
}

/** Returns memory for the prices of a number of minutes. */
export function newMinutePrices(count: number): PriceColumns {
  const column = () => new Float64Array(count);
  return { open: column(), high: column(), low: column(), close: column() };
}

/**
 * Fills in the prices of the minutes of a market. If a minute is known to have no bar, nothing was traded, so its price
 * is the previous close. Other minutes without a bar are unknown, and so are minutes before the first bar of a covered
 * span, unless the close before the span is given.
 */
export class MinuteFiller {
  private last = NaN;
  private lastEnd = -Infinity;

  /**
   * @param covered spans in which every minute is known to have a bar or to have none, ascending and disjoint
   * @param closesBefore known closes before covered spans, by the start of the span
   */
  constructor(
    private readonly covered: readonly Span[],
    private readonly closesBefore: ReadonlyMap<number, number> = new Map(),
  ) {}

  /**
   * Returns the prices of a part of the timeline. Call this function with all parts in order of time.
   * @param bars all bars of the part, possibly among bars of other parts
   * @param memory prices that are no longer used, of at least as many minutes as the part. They are overwritten,
   * because new memory would cost as much time as filling it (bench row `equity`).
   */
  fill(part: Span, bars: OhlcMinutes, memory: PriceColumns): MinutePrices {
    const before = this.lastEnd === part.start ? this.last : NaN;
    const count = (part.end - part.start) / MINUTE_MS;
    const first = positionAt(bars, part.start);
    // If each minute has a bar, the prices need not be copied (bench row `equity`).
    if (hasEveryMinute(bars, first, part.start, part.end)) {
      this.last = bars.close[first + count - 1]!;
      this.lastEnd = part.end;
      return { ...pricesIn(bars, first, count), before };
    }
    const prices = pricesIn(memory, 0, count);
    let filled = 0;
    for (const { start: from, end: to } of spansWithin(this.covered, part)) {
      // The price at the start of a span that does not directly follow the previous span is not in its bars.
      if (from !== this.lastEnd) this.last = this.closesBefore.get(from) ?? NaN;
      const at = positionAt(bars, from);
      const known = { from, to, minute: (from - part.start) / MINUTE_MS };
      forget(prices, filled, known.minute);
      if (hasEveryMinute(bars, at, from, to)) this.copy(prices, bars, at, known);
      else this.putEach(prices, bars, at, known);
      filled = (to - part.start) / MINUTE_MS;
      this.lastEnd = to;
    }
    forget(prices, filled, count);
    return { ...prices, before };
  }

  /** Copies the prices of bars between which no minute is missing (bench row `equity`). */
  private copy(
    prices: PriceColumns,
    bars: OhlcMinutes,
    at: number,
    { from, to, minute }: KnownMinutes,
  ): void {
    const end = at + (to - from) / MINUTE_MS;
    for (const name of ['open', 'high', 'low', 'close'] as const)
      prices[name].set(bars[name].subarray(at, end), minute);
    this.last = bars.close[end - 1]!;
  }

  private putEach(prices: PriceColumns, bars: OhlcMinutes, first: number, known: KnownMinutes): void {
    let at = first;
    let { minute } = known;
    for (let ts = known.from; ts < known.to; ts += MINUTE_MS) {
      const isTraded = at < bars.count && bars.ts[at] === ts;
      prices.open[minute] = isTraded ? bars.open[at]! : this.last;
      prices.high[minute] = isTraded ? bars.high[at]! : this.last;
      prices.low[minute] = isTraded ? bars.low[at]! : this.last;
      if (isTraded) this.last = bars.close[at]!;
      prices.close[minute] = this.last;
      at += Number(isTraded);
      minute += 1;
    }
  }
}

/** Returns the position of the first bar that opens at or after a time. */
const positionAt = ({ count, ts }: OhlcMinutes, time: number): number =>
  firstPlace(count, (place) => ts[place]! >= time);

/** Returns the prices of `count` minutes from a position on, without copying them. */
function pricesIn({ open, high, low, close }: PriceColumns, from: number, count: number): PriceColumns {
  const cut = (column: Float64Array) => column.subarray(from, from + count);
  return { open: cut(open), high: cut(high), low: cut(low), close: cut(close) };
}

/** Makes the prices of minutes unknown. */
function forget({ open, high, low, close }: PriceColumns, from: number, to: number): void {
  for (const column of [open, high, low, close]) column.fill(NaN, from, to);
}

/**
 * A span in which every minute is known to have a bar or to have none. `minute` is the number of its first minute in
 * the part of the timeline.
 */
interface KnownMinutes {
  readonly from: number;
  readonly to: number;
  readonly minute: number;
}

/** Returns whether each minute of the span has a bar. Bars ascend, so the first and the last minute decide. */
function hasEveryMinute({ count, ts }: OhlcMinutes, at: number, from: number, to: number): boolean {
  const last = at + (to - from) / MINUTE_MS - 1;
  return last < count && ts[at] === from && ts[last] === to - MINUTE_MS;
}
