import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../platform/config/environment.js';
import { FEEDS, type Feed } from '../../shared/market/feeds.js';
import { DAY_MS, type Interval, intervalMs } from '../../shared/market/intervals.js';
import { SAMPLE_SYMBOL } from '../../shared/market/sample-symbol.js';
import { type Span, covers } from '../../shared/market/spans.js';
import type { SeriesKey } from '../store/series-key.js';
import { Clock } from './clock.js';
import { FEED_APIS, type HostSetting, WEIGHT_PER_MINUTE } from './feed-api.js';
import { type KlinePage, parseKlines } from './klines.js';
import { parseMonths } from './months.js';
import { VenueFailure } from './venue-failure.js';
import { VenueHost } from './venue-host.js';
import { unusable } from './venue-response.js';

/** Time during which an unknown symbol is not requested again, ms. */
const UNKNOWN_SYMBOL_TTL_MS = 60_000;
const MAX_UNKNOWN_SYMBOLS = 1_000;

const SHORTEST_MONTH_MS = 28 * DAY_MS;

interface PageRequest {
  readonly feed: Feed;
  readonly symbol: string;
  readonly interval: Interval | '1M';
  readonly span: Span;
}

/** Requests pages of bars from the venue. */
@Injectable()
export class VenueClient {
  /** True in offline mode. The service then sends no request to the venue. */
  readonly isOffline: boolean;
  private readonly hosts: Readonly<Record<HostSetting, VenueHost>>;
  private readonly unknownSymbols: LRUCache<string, true>;
  private droppedRows = 0;

  constructor(environment: Environment, clock: Clock) {
    this.isOffline = environment.VENUE_MODE === 'offline';
    const host = (setting: HostSetting) =>
      new VenueHost(environment[setting].replace(/\/$/, ''), WEIGHT_PER_MINUTE[setting], clock);
    this.hosts = { VENUE_SPOT_URL: host('VENUE_SPOT_URL'), VENUE_USDM_URL: host('VENUE_USDM_URL') };
    this.unknownSymbols = new LRUCache({
      max: MAX_UNKNOWN_SYMBOLS,
      ttl: UNKNOWN_SYMBOL_TTL_MS,
      ttlResolution: 0,
      perf: clock,
    });
  }

  /** Returns the length of the longest span that fits into a page, ms. */
  pageMs(feed: Feed, interval: Interval): number {
    return FEED_APIS[feed].pageBars * intervalMs(interval);
  }

  /** Returns the length of a span whose months surely fit into a page, ms. */
  monthsMs(feed: Feed): number {
    return FEED_APIS[feed].pageBars * SHORTEST_MONTH_MS;
  }

  /**
   * Returns the bars that open in the span. The span must not be longer than a page.
   * @param deadline when the caller stops waiting, epoch ms
   * @param mayBeUnclear true if a response that leaves the whole span unclear is accepted
   * @throws VenueFailure
   */
  async page(series: SeriesKey, span: Span, deadline: number, mayBeUnclear: boolean): Promise<KlinePage> {
    const { interval } = series;
    const page = await this.get({ ...series, span }, deadline, (body, date) => {
      const parsed = parseKlines(body, interval, span, date);
      if (!mayBeUnclear && covers(parsed.unclear, span)) throw unusable('no row is a bar of the span');
      return parsed;
    });
    this.droppedRows += page.droppedRows;
    return page;
  }

  /**
   * Returns the open times, ascending, of the months in the span that have bars. The span must not be longer than
   * `monthsMs`.
   * @param deadline when the caller stops waiting, epoch ms
   * @throws VenueFailure
   */
  months(series: Pick<SeriesKey, 'feed' | 'symbol'>, span: Span, deadline: number): Promise<number[]> {
    const { feed, symbol } = series;
    return this.get({ feed, symbol, interval: '1M', span }, deadline, (body) => parseMonths(body, span));
  }

  private async get<T>(
    { feed, symbol, interval, span }: PageRequest,
    deadline: number,
    parse: (body: unknown, date: number) => T,
  ): Promise<T> {
    if (symbol === SAMPLE_SYMBOL)
      throw new VenueFailure('unknown-symbol', 'the candles of the sample are invented');
    if (this.isUnknown(feed, symbol))
      throw new VenueFailure('unknown-symbol', 'the venue said so within the last minute');
    const api = FEED_APIS[feed];
    try {
      return await this.hosts[api.host].get(
        api.path(symbol, interval, span),
        api.pageWeight,
        deadline,
        parse,
      );
    } catch (error) {
      if (error instanceof VenueFailure && error.kind === 'unknown-symbol')
        this.unknownSymbols.set(`${feed} ${symbol}`, true);
      throw error;
    }
  }

  /**
   * Returns whether the venue reported the symbol as unknown within the last minute. The symbol of the sample is always
   * unknown, without a request.
   */
  isUnknown(feed: Feed, symbol: string): boolean {
    return symbol === SAMPLE_SYMBOL || this.unknownSymbols.has(`${feed} ${symbol}`);
  }

  /** Returns the state of each feed for the metrics. Feeds of one host have the same state. */
  state() {
    return {
      droppedRows: this.droppedRows,
      hosts: FEEDS.map((feed) => ({ feed, ...this.hosts[FEED_APIS[feed].host].state() })),
    };
  }
}
