import type { Feed } from '../../market/feeds.js';
import type { Interval } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';

/** The differences between the two REST APIs of the venue. Source: the venue's API documentation. */
export interface FeedApi {
  /** Address of the API in the settings. */
  readonly setting: 'VENUE_SPOT_URL' | 'VENUE_USDM_URL';
  /** Most bars of a page: the number that gives most bars for its weight. */
  readonly pageBars: number;
  /** Request weight of a page. */
  readonly pageWeight: number;
  /** Request weight that the host accepts from an address in a clock minute. */
  readonly weightPerMinute: number;
  /** Path and query of the bars that open in the span, at most `pageBars`. */
  path(symbol: string, interval: Interval, span: Span): string;
}

/** Bounds are inclusive and compare with open times. Both are always sent: without one of them the APIs differ. */
const bounds = ({ start, end }: Span) => `startTime=${start}&endTime=${end - 1}`;

export const FEED_APIS: Readonly<Record<Feed, FeedApi>> = {
  // A page has a weight of 2, whatever its length.
  'venue-spot': {
    setting: 'VENUE_SPOT_URL',
    pageBars: 1000,
    pageWeight: 2,
    weightPerMinute: 6000,
    path: (symbol, interval, span) =>
      `/api/v3/klines?symbol=${symbol}&interval=${interval}&${bounds(span)}&limit=1000`,
  },
  // 100 to 499 bars have a weight of 2, from 500 on it is 5.
  'venue-usdm-current-quarter': {
    setting: 'VENUE_USDM_URL',
    pageBars: 499,
    pageWeight: 2,
    weightPerMinute: 2400,
    path: (symbol, interval, span) =>
      `/fapi/v1/continuousKlines?pair=${symbol}&contractType=CURRENT_QUARTER&interval=${interval}&${bounds(span)}&limit=499`,
  },
};
