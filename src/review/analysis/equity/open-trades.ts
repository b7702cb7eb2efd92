import type { Span } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { excursionWindow } from '../excursions/excursion-window.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { openSpan } from './equity-limits.js';

export type MarkedTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'quantity' | 'entryTime' | 'exitTime' | 'entryPrice' | 'plGross' | 'plNet'
>;

/**
 * The trades of one market, with their indexes among all trades, and the minutes in which they are open. The columns
 * are computed once, because every part of the timeline needs them (bench row `equity`).
 */
export interface OpenTrades {
  readonly trades: MarkedTrades;
  readonly places: Uint32Array;
  readonly resolution: StampResolution;
  /** Start of the first and end of the last minute in which the trade at the same position of `places` may be open. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /**
   * Start and end of the minutes during which the trade is certainly open from their start to their end. Both are `end`
   * if there is no such minute.
   */
  readonly wholeStart: Float64Array;
  readonly wholeEnd: Float64Array;
  /** 1 if the trade is certainly entered exactly at `wholeStart`. */
  readonly entersAtOpen: Uint8Array;
  /** The mark of the trade at a price is size · price − cost. */
  readonly size: Float64Array;
  readonly cost: Float64Array;
}

export function openTrades(
  trades: MarkedTrades,
  places: Uint32Array,
  resolution: StampResolution,
): OpenTrades {
  const column = () => new Float64Array(places.length);
  const [start, end, wholeStart, wholeEnd] = [column(), column(), column(), column()];
  const [size, cost] = [column(), column()];
  const entersAtOpen = new Uint8Array(places.length);
  for (const [at, trade] of places.entries()) {
    const open = openSpan(trades, trade, resolution);
    const { certain } = excursionWindow(trades.entryTime[trade]!, trades.exitTime[trade]!, resolution);
    const hasWhole = certain.start < certain.end;
    start[at] = open.start;
    end[at] = open.end;
    wholeStart[at] = hasWhole ? certain.start : open.end;
    wholeEnd[at] = hasWhole ? certain.end : open.end;
    entersAtOpen[at] = Number(hasWhole && certain.start === trades.entryTime[trade]);
    size[at] = trades.direction[trade]! * trades.quantity[trade]!;
    cost[at] = size[at] * trades.entryPrice[trade]!;
  }
  return { trades, places, resolution, start, end, wholeStart, wholeEnd, entersAtOpen, size, cost };
}

/** Returns the positions of the trades that may be open during a part of the timeline. */
export function openWithin({ start, end }: OpenTrades, part: Span): number[] {
  const positions: number[] = [];
  for (let at = 0; at < start.length; at += 1)
    if (start[at]! < part.end && end[at]! > part.start) positions.push(at);
  return positions;
}
