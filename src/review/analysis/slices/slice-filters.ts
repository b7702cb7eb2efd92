import { ascendingNumbersIn } from '../../../shared/fields/number-list.js';
import type { SliceFilters } from './slice.js';

/** The parameters of a query that are filters. `hour` and `weekday` are comma-separated lists. */
export type SliceParameters = Omit<SliceFilters, 'hour' | 'weekday'> & {
  readonly hour?: string;
  readonly weekday?: string;
};

/** Returns the filters of a query in a fixed order; null if the query has no filters. Other parameters are ignored. */
export function filtersIn(query: SliceParameters): SliceFilters | null {
  const { side, symbol, feed, tag, notTag, hour, weekday, from, to, outcome, breakEvenThreshold = 0 } = query;
  const given = {
    ...(side !== undefined && { side }),
    ...(symbol !== undefined && { symbol }),
    ...(feed !== undefined && { feed }),
    ...(tag !== undefined && { tag }),
    ...(notTag !== undefined && { notTag }),
    ...(hour !== undefined && { hour: ascendingNumbersIn(hour) }),
    ...(weekday !== undefined && { weekday: ascendingNumbersIn(weekday) }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(outcome !== undefined && { outcome, breakEvenThreshold }),
  };
  return Object.keys(given).length === 0 ? null : given;
}
