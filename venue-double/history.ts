import { type Active, type ActiveScenarios } from './active-scenarios.js';
import { type Candle, type Feed, feedOf, marketOf, type Series } from './candle.js';
import { generatedBar } from './generated-candles.js';
import { type Listing, listingOf } from './instruments.js';
import { firstOpenTime, type Interval, nextOpenTime, openTimeAt } from './intervals.js';
import type { HistoryScenario } from './scenario.js';
import type { Span } from './spans.js';
import { toCandle } from './tick-bar.js';

/** Time from the close of a bar until the bar counts as closed and may be stored, ms. */
const CLOSED_AFTER_MS = 2_000;

/** The data of a series that the venue has at a time, with all scenarios applied. */
export interface History {
  readonly series: Series;
  readonly now: number;
  readonly listing: Listing;
  /** Spans without minutes: before the listing, in gaps and after the end. */
  readonly missing: readonly Span[];
  readonly gaps: readonly Active<Extract<HistoryScenario, { kind: 'gap' }>>[];
  readonly offGrid: readonly Active<Extract<HistoryScenario, { kind: 'off-grid' }>>[];
}

/** Returns the history; null if the venue does not know the series. */
export function historyOf(series: Series, scenarios: ActiveScenarios, now: number): History | null {
  const target = { feed: feedOf(series), symbol: series.symbol };
  const listed = scenarios.on(target, ['listing']).at(-1)?.scenario;
  const unknown = scenarios.on(target, ['unknown-symbol']).length > 0;
  const listing = listed ?? listingOf(series);
  if (!listing || unknown) return null;
  const gaps = scenarios.on(target, ['gap']).filter(({ scenario }) => now < (scenario.filledAt ?? Infinity));
  const missing = [
    { from: -Infinity, to: listing.listedAt },
    { from: listing.delistedAt ?? Infinity, to: Infinity },
    ...gaps.map(({ scenario }) => scenario),
  ];
  return { series, now, listing, missing, gaps, offGrid: scenarios.on(target, ['off-grid']) };
}

/** Returns the distance of a row's times from the grid, in ms. */
export function gridShiftMs({ offGrid }: History, interval: Interval, openTime: number): number {
  if (interval !== '1m') return 0;
  const hit = offGrid.find(({ scenario }) => scenario.from <= openTime && openTime < scenario.to);
  return hit ? (hit.scenario.shiftMs ?? 17_000) : 0;
}

/**
 * Of the bars that open in `[from, to)`, returns the bars that a store should contain now. A store should contain a bar
 * if the bar is on the grid, closed at least two seconds ago, and consists of minutes that the venue has. Returns no
 * bars for a series that the venue does not know. Faults of responses have no effect.
 */
export function expectedCandles(
  scenarios: ActiveScenarios,
  now: number,
  [feed, symbol, interval, from, to]: [Feed, string, Interval, number, number],
): Candle[] {
  const history = historyOf({ market: marketOf(feed), symbol }, scenarios, now);
  if (!history) return [];
  const candles: Candle[] = [];
  const begin = Math.max(from, openTimeAt(interval, history.listing.listedAt));
  for (let ts = firstOpenTime(interval, begin); ts < to; ts = nextOpenTime(interval, ts)) {
    const end = nextOpenTime(interval, ts);
    if (end - 1 + CLOSED_AFTER_MS > now) break;
    const bar = generatedBar(history.series, { from: ts, to: end }, history.missing);
    if (bar && gridShiftMs(history, interval, ts) === 0) candles.push(toCandle(history.series, ts, bar));
  }
  return candles;
}
