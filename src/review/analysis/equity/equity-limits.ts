import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import { minutesIn } from '../../../stats/ideal-r/windows.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';

/* Limits of an analysis of equity, documented in docs/analysis.md. */

export interface EquityLimits {
  /**
   * Maximum number of minutes of the timeline. Also the maximum number of minutes with open trades, summed over all
   * markets.
   */
  readonly minutes: number;
  /**
   * Maximum number of minutes, at the start or the end of a trade, in which it is not certain that the trade is open,
   * summed over all trades.
   */
  readonly partialMinutes: number;
}

export const EQUITY_LIMITS: EquityLimits = { minutes: 5_000_000, partialMinutes: 50_000_000 };

type TimedTrades = Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime'>;

/**
 * Returns the minutes from the first entry to the last exit. The true last exit may be later than its recorded time.
 */
export function timelineOf({ count, entryTime, exitTime }: TimedTrades, { exitMs }: StampResolution): Span {
  let [first, last] = [Infinity, -Infinity];
  for (let trade = 0; trade < count; trade += 1) {
    first = Math.min(first, entryTime[trade]!);
    last = Math.max(last, exitTime[trade]!);
  }
  if (count === 0) return { start: 0, end: 0 };
  const lastMinute = Math.max(floorToInterval(last + exitMs - 1, '1m'), floorToInterval(last, '1m'));
  return { start: floorToInterval(first, '1m'), end: lastMinute + MINUTE_MS };
}

/** Returns the minutes in which a trade is, or may be, open. */
export const openSpan = (
  { entryTime, exitTime }: TimedTrades,
  trade: number,
  { exitMs }: StampResolution,
): Span => ({
  start: floorToInterval(entryTime[trade]!, '1m'),
  end: ceilToInterval(exitTime[trade]! + exitMs, '1m'),
});

/** Returns whether the account exceeds a limit of the analysis. */
export function hasTooManyMinutes(
  trades: TimedTrades,
  resolution: StampResolution,
  openMinutes: readonly (readonly Span[])[],
  limits: EquityLimits = EQUITY_LIMITS,
): boolean {
  const { start, end } = timelineOf(trades, resolution);
  const open = openMinutes.reduce((sum, spans) => sum + minutesIn(spans), 0);
  const partial = (trades.count * (resolution.entryMs + resolution.exitMs)) / MINUTE_MS;
  return (
    (end - start) / MINUTE_MS > limits.minutes || open > limits.minutes || partial > limits.partialMinutes
  );
}
