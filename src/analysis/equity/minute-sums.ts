/**
 * Marks of the open trades in a part of the timeline, by minute from its start: sums over all markets of the least and
 * greatest values that the bars allow.
 */
export interface MinuteSums {
  readonly count: number;
  /** Least and greatest mark within the minute. */
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /**
   * Greatest difference between the greatest and the least mark of one market, over its trades that are open for the
   * whole minute. The market certainly reaches both prices within the minute, so the equity falls at least this far
   * below its greatest possible value and rises at least this far above its least.
   */
  readonly reach: Float64Array;
  /** Least and greatest mark at the open of the minute. */
  readonly openLeast: Float64Array;
  readonly openGreatest: Float64Array;
  /** Least and greatest mark at the end of the minute, with the results of trades that closed within the minute. */
  readonly closeLeast: Float64Array;
  readonly closeGreatest: Float64Array;
  /** Mark at the end of the minute, with times taken as exact. */
  readonly close: Float64Array;
  /** 1 if a bar of an open trade is unknown. */
  readonly unknown: Uint8Array;
}

/** Returns sums without any trade. */
export function newMinuteSums(count: number): MinuteSums {
  const column = () => new Float64Array(count);
  return {
    count,
    least: column(),
    greatest: column(),
    reach: column(),
    openLeast: column(),
    openGreatest: column(),
    closeLeast: column(),
    closeGreatest: column(),
    close: column(),
    unknown: new Uint8Array(count),
  };
}
