import type { Feed } from '../../market/feeds.js';
import type { Interval } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';

/**
 * The hosts of the venue, named by the setting that holds their address, with the request weight that each accepts from an
 * address in a clock minute. Feeds of one host share it. Source: the venue's API documentation.
 */
export const WEIGHT_PER_MINUTE = { VENUE_SPOT_URL: 6000, VENUE_USDM_URL: 2400 } as const;
export type HostSetting = keyof typeof WEIGHT_PER_MINUTE;

/** What differs from feed to feed in the REST APIs of the venue. Source: the venue's API documentation. */
export interface FeedApi {
  /** The host that has the feed. */
  readonly host: HostSetting;
  /** Most bars of a page: the number that gives most bars for its weight. */
  readonly pageBars: number;
  /** Request weight of a page. */
  readonly pageWeight: number;
  /** Path and query of the bars that open in the span, at most `pageBars`. */
  path(symbol: string, interval: Interval, span: Span): string;
}

/** Bounds are inclusive and compare with open times. Both are always sent: without one of them the APIs differ. */
const bounds = ({ start, end }: Span) => `startTime=${start}&endTime=${end - 1}`;

export const FEED_APIS: Readonly<Record<Feed, FeedApi>> = {
  // A page has a weight of 2, whatever its length.
  'venue-spot': {
    host: 'VENUE_SPOT_URL',
    pageBars: 1000,
    pageWeight: 2,
    path: (symbol, interval, span) =>
      `/api/v3/klines?symbol=${symbol}&interval=${interval}&${bounds(span)}&limit=1000`,
  },
  // 100 to 499 bars have a weight of 2, from 500 on it is 5.
  'venue-usdm-current-quarter': {
    host: 'VENUE_USDM_URL',
    pageBars: 499,
    pageWeight: 2,
    path: (symbol, interval, span) =>
      `/fapi/v1/continuousKlines?pair=${symbol}&contractType=CURRENT_QUARTER&interval=${interval}&${bounds(span)}&limit=499`,
  },
};
