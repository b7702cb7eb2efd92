import { Injectable } from '@nestjs/common';
import { BoundedMap } from '../../common/bounded-map.js';
import { Environment } from '../../config/environment.js';
import { FEEDS, type Feed, type Interval, intervalMs } from '../intervals.js';
import type { Span } from '../spans.js';
import { Clock } from './clock.js';
import { FEED_APIS } from './feed-api.js';
import { KlinePage, klinePage } from './kline-rows.js';
import { VenueFailure } from './venue-failure.js';
import { VenueHost } from './venue-host.js';

/** How long a symbol that the venue does not know is not asked about again, ms: long enough to be polite, short enough for a listing. */
const UNKNOWN_FOR_MS = 60_000;
const MOST_UNKNOWN = 1_000;

/** Pages of closed bars from the venue. */
@Injectable()
export class VenueClient {
  private readonly hosts: ReadonlyMap<Feed, VenueHost>;
  private readonly unknownUntil = new BoundedMap<string, number>(MOST_UNKNOWN);
  private dropped = 0;

  constructor(
    environment: Environment,
    private readonly clock: Clock,
  ) {
    const urls: Readonly<Record<Feed, string>> = {
      'venue-spot': environment.VENUE_SPOT_URL,
      'venue-usdm-current-quarter': environment.VENUE_USDM_URL,
    };
    this.hosts = new Map(
      FEEDS.map((feed) => [
        feed,
        new VenueHost(urls[feed].replace(/\/$/, ''), FEED_APIS[feed].weightPerMinute, clock),
      ]),
    );
  }

  /** The length of the longest span that one page can answer, ms. */
  pageMs(feed: Feed, interval: Interval): number {
    return FEED_APIS[feed].pageBars * intervalMs(interval);
  }

  /**
   * The bars that open in the span, which is no longer than a page.
   * @param deadline when the caller stops waiting, epoch ms
   * @throws VenueFailure
   */
  async page(
    feed: Feed,
    symbol: string,
    interval: Interval,
    span: Span,
    deadline: number,
  ): Promise<KlinePage> {
    if (this.isUnknown(feed, symbol)) throw new VenueFailure('unknown-symbol', 'asked a moment ago');
    const api = FEED_APIS[feed];
    try {
      const path = api.path(symbol, interval, span);
      const page = await this.host(feed).get(path, api.pageWeight, deadline, (body, sentAt) =>
        klinePage(body, interval, span, sentAt),
      );
      this.dropped += page.dropped;
      return page;
    } catch (error) {
      if (error instanceof VenueFailure && error.kind === 'unknown-symbol') this.remember(feed, symbol);
      throw error;
    }
  }

  /** Whether the venue said a moment ago that it does not know the symbol. */
  isUnknown(feed: Feed, symbol: string): boolean {
    return (this.unknownUntil.get(`${feed} ${symbol}`) ?? 0) > this.clock.now();
  }

  /** For the metrics. */
  state() {
    return {
      droppedRows: this.dropped,
      hosts: FEEDS.map((feed) => ({ feed, ...this.host(feed).state() })),
    };
  }

  private host(feed: Feed): VenueHost {
    return this.hosts.get(feed)!;
  }

  private remember(feed: Feed, symbol: string): void {
    this.unknownUntil.set(`${feed} ${symbol}`, this.clock.now() + UNKNOWN_FOR_MS);
  }
}
