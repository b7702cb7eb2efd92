import { ceilToInterval, floorToInterval } from '../../market/intervals.js';
import { type Span, mergeSpans } from '../../market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/**
 * How exact the times of the trades are, ms: a stamp stands for a moment from itself up to, not including, this much
 * later. 0 is an exact time; the length of a bar says that trades are stamped with the open of their bar.
 */
export interface StampResolution {
  readonly entryMs: number;
  readonly exitMs: number;
}

/** What is taken as known of the times when nothing is known of their resolution. */
export const EXACT_STAMPS: StampResolution = { entryMs: 0, exitMs: 0 };

/** The spans of one trade, on the minute; the certain one may be empty. */
export interface ExcursionWindow {
  /** Bars of which any part can lie within the trade: open < exit + w and close > entry. */
  readonly possible: Span;
  /** Bars that lie within the trade as a whole: open ≥ entry + w and close ≤ exit. */
  readonly certain: Span;
}

/** The windows of a trade with these times. */
export const excursionWindow = (
  entryTime: number,
  exitTime: number,
  { entryMs, exitMs }: StampResolution,
): ExcursionWindow => ({
  possible: { start: floorToInterval(entryTime, '1m'), end: ceilToInterval(exitTime + exitMs, '1m') },
  certain: { start: ceilToInterval(entryTime + entryMs, '1m'), end: floorToInterval(exitTime, '1m') },
});

/** The minutes that the excursions of these trades need: ascending spans that neither overlap nor touch. */
export const excursionSpans = (
  { entryTime, exitTime }: Pick<AnalysedTrades, 'entryTime' | 'exitTime'>,
  places: Uint32Array,
  resolution: StampResolution,
): Span[] =>
  mergeSpans(
    Array.from(places, (trade) => excursionWindow(entryTime[trade]!, exitTime[trade]!, resolution).possible),
  );
