/**
 * Marks of the open trades in a part of the timeline, by minute from its start. The marks are sums over all markets of
 * the least and of the greatest values that the bars allow. If a bar of an open trade is unknown, `least`, `greatest`
 * and `close` of the minute are NaN, and the other sums of the minute have no meaning.
 */
export interface MinuteSums extends Readonly<Record<SumName, Float64Array>> {
  readonly count: number;
}

type SumName = (typeof SUM_NAMES)[number];

const SUM_NAMES = [
  // Least and greatest mark within the minute.
  'least',
  'greatest',
  // Greatest difference between the greatest and the least mark of one market, over its trades that are open for the
  // whole minute. The market certainly reaches both prices within the minute. Therefore the equity certainly falls at
  // least this far below its greatest possible value and rises at least this far above its least possible value.
  'reach',
  // Least and greatest mark at the open of the minute.
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

/** Returns sums without any trade. */
export const newMinuteSums = (count: number): MinuteSums => ({
  count,
  ...columns(() => new Float64Array(count)),
});

/**
 * Returns sums without any trade. They use the memory of other sums, which must not be used any more. New memory would
 * cost as much time as adding up the marks (bench row `equity`).
 */
export const clearedSums = (sums: MinuteSums, count: number): MinuteSums => ({
  count,
  ...columns((name) => sums[name].subarray(0, count).fill(0)),
});
