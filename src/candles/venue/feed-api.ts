import type { Feed } from '../../shared/market/feeds.js';
import type { Interval } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';

/**
 * The hosts of the venue, named by the setting that contains their address. The value is the request weight that the
 * host accepts from an address per clock minute. Feeds of one host share this weight. Source: the venue's API
 * documentation.
 */
export const WEIGHT_PER_MINUTE = { VENUE_SPOT_URL: 6000, VENUE_USDM_URL: 2400 } as const;
export type HostSetting = keyof typeof WEIGHT_PER_MINUTE;

/** Differences between the feeds in the REST APIs of the venue. Source: the venue's API documentation. */
export interface FeedApi {
  /** Host that serves the feed. */
  readonly host: HostSetting;
  /** Maximum number of bars per page, chosen for the best ratio of bars to weight. */
  readonly pageBars: number;
  /** Request weight of a page. */
  readonly pageWeight: number;
  /** Returns path and query for the bars that open in the span, at most `pageBars`. */
  path(symbol: string, interval: Interval | '1M', span: Span): string;
}

/**
 * Bounds are inclusive and refer to open times. Both bounds are always sent, because the APIs differ if one is left
 * out.
 */
const bounds = ({ start, end }: Span) => `startTime=${start}&endTime=${end - 1}`;

export const FEED_APIS: Readonly<Record<Feed, FeedApi>> = {
  // A page has a weight of 2, regardless of its length.
  'venue-spot': {
    host: 'VENUE_SPOT_URL',
    pageBars: 1000,
    pageWeight: 2,
    path: (symbol, interval, span) =>
      `/api/v3/klines?symbol=${symbol}&interval=${interval}&${bounds(span)}&limit=1000`,
  },
  // 100 to 499 bars have a weight of 2; 500 or more have a weight of 5.
  'venue-usdm-current-quarter': {
    host: 'VENUE_USDM_URL',
    pageBars: 499,
    pageWeight: 2,
    path: (symbol, interval, span) =>
      `/fapi/v1/continuousKlines?pair=${symbol}&contractType=CURRENT_QUARTER&interval=${interval}&${bounds(span)}&limit=499`,
  },
};
