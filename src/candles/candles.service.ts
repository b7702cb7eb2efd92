import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import type { BarColumns } from './bar-columns.js';
import { CandleStore } from './candle-store.js';
import { CANDLE_SOURCES, CandlesQuery } from './candles.dto.js';
import { LiveCandles, LiveCandlesReader } from './live-candles.js';
import { CandleQuery, readCandles } from './read-candles.js';
import type { Span } from './spans.js';
import { Clock } from './venue/clock.js';
import { VenueFailure, problemOf } from './venue/venue-failure.js';

/** How long a request waits for the venue before it is told so, ms. */
const PATIENCE_MS = 8_000;

type CandleSource = (typeof CANDLE_SOURCES)[number];

export interface FoundCandles {
  readonly bars: BarColumns;
  readonly source: CandleSource;
  /** Whether nothing but a write to the store can change it any more. */
  readonly isFinal: boolean;
}

@Injectable()
export class CandlesService {
  constructor(
    private readonly store: CandleStore,
    private readonly live: LiveCandlesReader,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** What a request asks for, as of now. */
  queryOf({ feed = 'venue-spot', symbol, interval, count = 500, before }: CandlesQuery): CandleQuery {
    return { feed, symbol, interval, count, before, now: this.clock.now() };
  }

  /**
   * The newest closed bars before a moment: of the store, and in live mode of the venue what the store lacks.
   * @throws Problem SYMBOL_NOT_FOUND, VENUE_ERROR, VENUE_UNAVAILABLE, VENUE_RATE_LIMITED, VENUE_REGION_BLOCKED
   */
  async read(query: CandleQuery): Promise<FoundCandles> {
    const { bars, fetched, isFinal } = await this.find(query);
    return { bars, source: sourceOf(bars, fetched), isFinal };
  }

  private async find(query: CandleQuery): Promise<LiveCandles> {
    if (this.environment.VENUE_MODE === 'offline')
      return { bars: await readCandles(this.store, query), fetched: [], isFinal: true };
    try {
      return await this.live.read(query, query.now + PATIENCE_MS);
    } catch (error) {
      throw error instanceof VenueFailure ? problemOf(error) : error;
    }
  }
}

/** Where the bars come from; an empty answer comes from whoever said that there is nothing. */
function sourceOf(bars: BarColumns, fetched: readonly Span[]): CandleSource {
  if (fetched.length === 0) return 'cache';
  let ofVenue = 0;
  for (const ts of bars.ts) if (fetched.some((span) => ts >= span.start && ts < span.end)) ofVenue += 1;
  if (ofVenue === bars.count) return 'venue';
  return ofVenue === 0 ? 'cache' : 'mixed';
}
