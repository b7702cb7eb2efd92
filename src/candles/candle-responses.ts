import { Injectable } from '@nestjs/common';
import type { Bytes } from '../shared/text/bytes.js';
import { SharedWork } from '../shared/concurrency/shared-work.js';
import { connectingForAll } from '../platform/database/connection/connection-owner.js';
import { type Interval, ceilToInterval, closedUntil } from '../shared/market/intervals.js';
import { CandleTexts } from './candle-texts.js';
import { CandleRangeReader } from './candle-range-reader.js';
import type { CandleRangeQuery } from './candle-range.dto.js';
import { CandleReader } from './candle-reader.js';
import { candleRangeJson, candlesJson } from './candles-json.js';
import type { CandlesQuery } from './candles.dto.js';
import { CandleStore } from './store/candle-store.js';
import { type SeriesKey, keyText } from './store/series-key.js';
import { Clock } from './venue/clock.js';

interface Response {
  readonly body: Bytes;
  readonly isFinal: boolean;
}

/**
 * Responses with candles as bytes. A response is cached in memory if only a write can change it: every bar is known,
 * and every gap is settled. The cache key contains the revision of the series, which changes with every write. The key
 * also contains the end of the closed bars, so a response up to the present expires when the next bar closes.
 */
@Injectable()
export class CandleResponses {
  private readonly reads = new SharedWork<Bytes>();

  constructor(
    private readonly reader: CandleReader,
    private readonly ranges: CandleRangeReader,
    private readonly store: CandleStore,
    private readonly clock: Clock,
    private readonly cache: CandleTexts,
  ) {}

  /**
   * Returns the JSON of a `CandlesAnswer`.
   * @throws Problem SYMBOL_NOT_FOUND, VENUE_ERROR, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, VENUE_REGION_BLOCKED
   */
  get(query: CandlesQuery): Promise<Bytes> {
    const { feed, symbol, interval, count, before } = query;
    const wanted = { feed, symbol, interval, count, end: this.endOf(interval, before) };
    return this.cached(wanted, `${count} ${wanted.end}`, async () => {
      const { bars, source, isFinal } = await this.reader.read(wanted);
      return { body: candlesJson({ symbol, feed, interval, source }, bars), isFinal };
    });
  }

  /**
   * Returns the JSON of a `CandleRangeAnswer`.
   * @throws the same problems as `get`
   */
  getRange(query: CandleRangeQuery): Promise<Bytes> {
    const { feed, symbol, interval, count, from, to } = query;
    const span = { start: ceilToInterval(from, interval), end: this.endOf(interval, to) };
    const wanted = { feed, symbol, interval, count, ...span };
    return this.cached(wanted, `${count} ${span.start} to ${span.end}`, async () => {
      const { range, source, isFinal } = await this.ranges.read(wanted);
      return { body: candleRangeJson({ symbol, feed, interval, source }, range, span.end), isFinal };
    });
  }

  private async cached(series: SeriesKey, request: string, read: () => Promise<Response>): Promise<Bytes> {
    // The revision is read before the bars. If a write happens in between, the response is cached under the old
    // revision and never used.
    const revision = await this.store.revision(series);
    const key = `${keyText(series)} ${request} ${revision}`;
    return (
      this.cache.get(key) ?? this.reads.join(key, () => connectingForAll(() => this.readAndCache(key, read)))
    );
  }

  private async readAndCache(key: string, read: () => Promise<Response>): Promise<Bytes> {
    const { body, isFinal } = await read();
    if (isFinal) this.cache.set(key, body);
    return body;
  }

  /** Returns the end of the closed bars that open before a given time. */
  private endOf(interval: Interval, before = Infinity): number {
    return Math.min(ceilToInterval(before, interval), closedUntil(interval, this.clock.now()));
  }
}
