import { ceilToInterval, floorToInterval } from '../../../shared/market/intervals.js';
import { type Span, mergeSpans } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';

/** Spans of the bars of one trade, in whole minutes. The certain span may be empty. */
export interface ExcursionWindow {
  /** Bars that may overlap the trade: open < exit + resolution and close > entry. */
  readonly possible: Span;
  /** Bars that certainly lie completely within the trade: open ≥ entry + resolution and close ≤ exit. */
  readonly certain: Span;
}

/** Returns the spans of the bars of a trade that has these times. */
export const excursionWindow = (
  entryTime: number,
  exitTime: number,
  { entryMs, exitMs }: StampResolution,
): ExcursionWindow => ({
  possible: { start: floorToInterval(entryTime, '1m'), end: ceilToInterval(exitTime + exitMs, '1m') },
  certain: { start: ceilToInterval(entryTime + entryMs, '1m'), end: floorToInterval(exitTime, '1m') },
});

/** Returns the minutes that the excursions of these trades need, as ascending spans that neither overlap nor touch. */
export const excursionSpans = (
  { entryTime, exitTime }: Pick<AnalysedTrades, 'entryTime' | 'exitTime'>,
  places: Uint32Array,
  resolution: StampResolution,
): Span[] =>
  mergeSpans(
    Array.from(places, (trade) => excursionWindow(entryTime[trade]!, exitTime[trade]!, resolution).possible),
  );
