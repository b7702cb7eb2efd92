import { ceilToInterval, floorToInterval } from '../../market/intervals.js';
import { type Span, mergeSpans } from '../../market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/**
 * Resolution of the times of the trades, ms: the true moment is in [stamp, stamp + resolution). 0 is an exact time.
 * The length of a bar means that trades are stamped with the open time of their bar.
 */
export interface StampResolution {
  readonly entryMs: number;
  readonly exitMs: number;
}

/** Assumed if the resolution of the times is unknown. */
export const EXACT_STAMPS: StampResolution = { entryMs: 0, exitMs: 0 };

/** The spans of one trade, in whole minutes. The certain span may be empty. */
export interface ExcursionWindow {
  /** Bars that may overlap the trade: open < exit + w and close > entry. */
  readonly possible: Span;
  /** Bars that certainly lie within the trade as a whole: open ≥ entry + w and close ≤ exit. */
  readonly certain: Span;
}

/** Returns the windows of a trade with these times. */
export const excursionWindow = (
  entryTime: number,
  exitTime: number,
  { entryMs, exitMs }: StampResolution,
): ExcursionWindow => ({
  possible: { start: floorToInterval(entryTime, '1m'), end: ceilToInterval(exitTime + exitMs, '1m') },
  certain: { start: ceilToInterval(entryTime + entryMs, '1m'), end: floorToInterval(exitTime, '1m') },
});

/** Returns the minutes that the excursions of these trades need: ascending spans that neither overlap nor touch. */
export const excursionSpans = (
  { entryTime, exitTime }: Pick<AnalysedTrades, 'entryTime' | 'exitTime'>,
  places: Uint32Array,
  resolution: StampResolution,
): Span[] =>
  mergeSpans(
    Array.from(places, (trade) => excursionWindow(entryTime[trade]!, exitTime[trade]!, resolution).possible),
  );
