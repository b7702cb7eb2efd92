import type { Feed, Interval } from '../intervals.js';
import type { Span } from '../spans.js';

/** What differs between the two REST APIs of the venue. Source: the venue's API documentation. */
export interface FeedApi {
  /** Most bars of a page: the number that gives most bars for the weight. */
  readonly pageBars: number;
  /** Weight of any page of ours. */
  readonly pageWeight: number;
  /** Weight that the host accepts from one address in a clock minute. */
  readonly weightPerMinute: number;
  /** Path and query of the bars that open in the span, at most `pageBars`. */
  path(symbol: string, interval: Interval, span: Span): string;
}

/** Both bounds are inclusive and compare with open times; both are always sent, since the APIs differ when one is missing. */
const bounds = ({ start, end }: Span) => `startTime=${start}&endTime=${end - 1}`;

export const FEED_APIS: Readonly<Record<Feed, FeedApi>> = {
  // Any page costs 2, whatever its length.
  'venue-spot': {
    pageBars: 1000,
    pageWeight: 2,
    weightPerMinute: 6000,
    path: (symbol, interval, span) =>
      `/api/v3/klines?symbol=${symbol}&interval=${interval}&${bounds(span)}&limit=1000`,
  },
  // Up to 499 bars cost 2, from 500 on 5: 499 is the best bargain that does not need hundreds of requests.
  'venue-usdm-current-quarter': {
    pageBars: 499,
    pageWeight: 2,
    weightPerMinute: 2400,
    path: (symbol, interval, span) =>
      `/fapi/v1/continuousKlines?pair=${symbol}&contractType=CURRENT_QUARTER&interval=${interval}&${bounds(span)}&limit=499`,
  },
};
