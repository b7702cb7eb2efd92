import { generatedBar, generatedMinute } from './generated-candles.js';
import type { History } from './history.js';
import {
  firstOpenTime,
  type Interval,
  MINUTE_MS,
  nextOpenTime,
  openTimeAt,
  previousOpenTime,
} from './intervals.js';
import { fractionOf, mixed } from './randomness.js';
import { combinedBar, type TickBar } from './tick-bar.js';

export interface VisibleBar {
  readonly openTime: number;
  readonly bar: TickBar;
}

/** A range of open times. The bounds are inclusive. */
export interface Range {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

/**
 * Returns the bars of a range, in ascending order, at most `limit`. If the range has a start, returns the oldest bars
 * from the start on. Otherwise returns the newest bars up to the end, or up to now. The last bar may be open, and then
 * changes with `answer`, the number of the response.
 */
export function visibleBars(
  history: History,
  interval: Interval,
  range: Range,
  answer: number,
): VisibleBar[] {
  const { listedAt, delistedAt = Infinity } = history.listing;
  const oldest = openTimeAt(interval, listedAt);
  const newest = openTimeAt(interval, Math.min(history.now, delistedAt - 1, range.endTime ?? Infinity));
  const bars: VisibleBar[] = [];
  const collect = (openTime: number) => {
    const bar = barSoFar(history, interval, openTime, answer);
    if (bar) bars.push({ openTime, bar });
  };
  if (range.startTime === undefined) {
    for (let ts = newest; ts >= oldest && bars.length < range.limit; ts = previousOpenTime(interval, ts))
      collect(ts);
    return bars.toReversed();
  }
  const first = firstOpenTime(interval, Math.max(range.startTime, oldest));
  for (let ts = first; ts <= newest && bars.length < range.limit; ts = nextOpenTime(interval, ts))
    collect(ts);
  return bars;
}

/** Returns the bar of the completed minutes and of the elapsed part of the current minute. */
function barSoFar(history: History, interval: Interval, openTime: number, answer: number): TickBar | null {
  const { series, now, missing } = history;
  const end = nextOpenTime(interval, openTime);
  const runningMinute = openTimeAt('1m', now);
  const closed = generatedBar(series, { from: openTime, to: Math.min(end, runningMinute) }, missing);
  const isRunning = openTime <= runningMinute && runningMinute < end;
  if (!isRunning || missing.some(({ from, to }) => from < runningMinute + MINUTE_MS && runningMinute < to))
    return closed;
  const running = runningBar(
    generatedMinute(series, runningMinute),
    (now - runningMinute) / MINUTE_MS,
    answer,
  );
  return closed ? combinedBar(closed, running) : running;
}

/**
 * Returns the bar of a minute that has not ended. `elapsed` is the part of the minute that has passed, from 0 to 1. The
 * range of the bar widens with time, and its close moves within the range.
 */
function runningBar(minute: TickBar, elapsed: number, answer: number): TickBar {
  const high = minute.open + Math.floor((minute.high - minute.open) * elapsed);
  const low = minute.open - Math.floor((minute.open - minute.low) * elapsed);
  const share = (amount: number) => Math.floor(amount * elapsed);
  const lots = Math.min(minute.lots, share(minute.lots) + (answer % 1_000));
  return {
    open: minute.open,
    high,
    low,
    close: low + Math.floor((high - low + 1) * fractionOf(mixed(minute.open, answer))),
    lots,
    takerLots: Math.min(lots, share(minute.takerLots)),
    quote: minute.open * lots,
    takerQuote: minute.open * Math.min(lots, share(minute.takerLots)),
    trades: Math.min(minute.trades, share(minute.trades) + 1),
  };
}
