import { type Span, spansWithin } from '../../../shared/market/spans.js';
import { minuteIn } from './exposures.js';

/**
 * Marks of the open trades in a part of the timeline, by minute from its start. The marks are sums over all markets of
 * the least and of the greatest values that the bars allow. If a bar of an open trade is unknown, `least`, `greatest`
 * and `close` of the minute are NaN, and the other sums of the minute have no meaning.
 */
export interface MinuteSums extends Readonly<Record<SumName, Float64Array>> {
  readonly count: number;
  /**
   * Spans of minutes in which trades of at least two markets are open, may be open, or are closed at the start. Markets
   * do not trade at the same moment: until its first trade of the minute, the price of a market is its previous close.
   * So the least and the greatest mark of a market then include its mark at the previous close.
   */
  readonly shared: readonly Span[];
}

type SumName = (typeof SUM_NAMES)[number];

const SUM_NAMES = [
  // Least and greatest mark within the minute.
  'least',
  'greatest',
  // How far the equity certainly falls below `greatest` and rises above `least` within the minute. A market certainly
  // reaches the low and the high of its bar. So its trades that are open for the whole minute reach their marks at the
  // low and at the high, while the marks of all other trades are at most their greatest and at least their least marks.
  // The values are the greatest over all markets.
  'fall',
  'rise',
  // Least and greatest mark at the open of the minute; −∞ and ∞ in shared minutes, because the markets do not open at the
  // same moment.
  'openLeast',
  'openGreatest',
  // Least and greatest mark at the end of the minute, including the results of trades that closed within the minute.
  'closeLeast',
  'closeGreatest',
  // Mark at the end of the minute if the times of the trades are exact.
  'close',
] as const;

const columns = (column: (name: SumName) => Float64Array) =>
  Object.fromEntries(SUM_NAMES.map((name) => [name, column(name)])) as Record<SumName, Float64Array>;

/** Returns memory for the sums of a number of minutes. */
export const newMinuteSums = (count: number): MinuteSums => ({
  count,
  shared: [],
  ...columns(() => new Float64Array(count)),
});

/**
 * Returns sums without any trade, for a part of the timeline. They use the memory of other sums, which must not be used
 * any more. New memory would cost as much time as adding up the marks (bench row `equity`).
 * @param shared the minutes of `MinuteSums.shared` in the timeline, as ascending and disjoint spans of time
 */
export function clearedSums(memory: MinuteSums, part: Span, shared: readonly Span[]): MinuteSums {
  const count = minuteIn(part, part.end);
  const sums = {
    count,
    shared: spansWithin(shared, part).map(({ start, end }) => ({
      start: minuteIn(part, start),
      end: minuteIn(part, end),
    })),
    ...columns((name) => memory[name].subarray(0, count).fill(0)),
  };
  for (const { start, end } of sums.shared) {
    sums.openLeast.fill(-Infinity, start, end);
    sums.openGreatest.fill(Infinity, start, end);
  }
  return sums;
}
