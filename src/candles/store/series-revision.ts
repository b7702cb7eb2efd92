import type { Interval } from '../../shared/market/intervals.js';

/** A series with the number of writes that changed it. */
export interface SeriesRevision {
  readonly id: number;
  readonly interval: Interval;
  readonly revision: number;
}

/**
 * Returns a text that changes when the series of an interval or the 1m series of its market changes.
 * @param all the series of the market, by id
 */
export const revisionOf = (all: readonly SeriesRevision[], interval: Interval): string =>
  all
    .filter((series) => series.interval === interval || series.interval === '1m')
    .map(({ id, revision }) => `${id}:${revision}`)
    .join(' ');
