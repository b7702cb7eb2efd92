import type { Span } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { lastAtOrBefore } from '../../../shared/market/first-place.js';

/**
 * Open time of the trades of an asset. The open time is a sum over the trades: time in which several trades are open
 * counts several times. The columns have one element for each moment at which a trade opens or closes, in ascending
 * order.
 */
export interface OpenTradeTime {
  readonly time: Float64Array;
  /** Open time before the moment, ms. */
  readonly before: Float64Array;
  /** Number of open trades from the moment on. */
  readonly open: Float64Array;
  readonly total: number;
  /** Entry times, ascending. */
  readonly entries: Float64Array;
}

/**
 * Returns the open time of the trades of one asset.
 * @param wanted position of the asset
 */
export function openTradeTime(
  { count, entryTime, exitTime, asset }: Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime' | 'asset'>,
  wanted: number,
): OpenTradeTime {
  const sorted = (times: Float64Array) =>
    times
      .subarray(0, count)
      .filter((_, trade) => asset[trade] === wanted)
      .sort();
  const [entries, exits] = [sorted(entryTime), sorted(exitTime)];
  const moments = 2 * entries.length;
  const [time, before, open] = [0, 0, 0].map(() => new Float64Array(moments)) as Three;
  let [total, opened, closed] = [0, 0, 0];
  for (let i = 0; i < moments; i += 1) {
    const opens = opened < entries.length && entries[opened]! <= exits[closed]!;
    time[i] = opens ? entries[opened]! : exits[closed]!;
    if (i > 0) total += open[i - 1]! * (time[i]! - time[i - 1]!);
    before[i] = total;
    opened += Number(opens);
    closed += Number(!opens);
    open[i] = opened - closed;
  }
  return { time, before, open, total, entries };
}

type Three = [Float64Array, Float64Array, Float64Array];

/** Returns how much of the open time lies in a span, ms. */
export const timeWithin = (trades: OpenTradeTime, { start, end }: Span): number =>
  start < end ? timeBefore(trades, end) - timeBefore(trades, start) : 0;

function timeBefore({ time, before, open }: OpenTradeTime, moment: number): number {
  const place = lastAtOrBefore(time, moment);
  return place < 0 ? 0 : before[place]! + open[place]! * (moment - time[place]!);
}

/** Returns whether a trade was entered within the span. Times are whole numbers. */
export const hasEntryIn = ({ entries }: OpenTradeTime, { start, end }: Span): boolean =>
  lastAtOrBefore(entries, end - 1) > lastAtOrBefore(entries, start - 1);
