import { Injectable } from '@nestjs/common';
import { CandleLoader } from '../../candles/candle-loader.js';
import type { Feed } from '../../candles/intervals.js';
import { type Span, intersectSpans } from '../../candles/spans.js';
import { Clock } from '../../candles/venue/clock.js';
import { VenueClient } from '../../candles/venue/venue-client.js';
import { MinuteSource } from './minute-source.js';

/** How long a load in the background goes on, pauses that the venue asks for included, ms. */
const LOAD_PATIENCE_MS = 600_000;

/** The venue, through the candle store: what is known there is not asked for. */
@Injectable()
export class VenueMinuteSource implements MinuteSource {
  constructor(
    private readonly loader: CandleLoader,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {}

  async missing(feed: Feed, symbol: string, spans: readonly Span[]): Promise<readonly Span[]> {
    const [first] = spans;
    const last = spans.at(-1);
    // What the venue does not know cannot be asked for.
    if (!first || !last || this.venue.isUnknown(feed, symbol)) return [];
    const name = { feed, symbol, interval: '1m' } as const;
    return intersectSpans(await this.loader.missing(name, { start: first.start, end: last.end }), spans);
  }

  async load(feed: Feed, symbol: string, spans: readonly Span[]): Promise<void> {
    const name = { feed, symbol, interval: '1m' } as const;
    await this.loader.load(name, spans, this.clock.now() + LOAD_PATIENCE_MS);
  }
}
