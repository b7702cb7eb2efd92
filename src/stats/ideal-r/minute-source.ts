import { Injectable } from '@nestjs/common';
import type { Feed } from '../../candles/intervals.js';
import type { Span } from '../../candles/spans.js';

/** Where 1m bars that the store lacks can be had from: a venue, or nowhere. Spans are on the minute. */
export abstract class MinuteSource {
  /** The moments of `spans` that the store does not know and that could still be asked for; it asks nobody. */
  abstract missing(feed: Feed, symbol: string, spans: readonly Span[], now: number): Promise<readonly Span[]>;

  /**
   * Brings the spans into the store, or joins whoever is about to. Resolves when that is done; when they cannot be had
   * for now it rejects or resolves, and `missing` still names them. What turned out not to exist is known by then.
   */
  abstract load(feed: Feed, symbol: string, spans: readonly Span[]): Promise<void>;
}

/** Nobody is asked: what is not in the store does not come by itself. */
@Injectable()
export class NoMinuteSource implements MinuteSource {
  missing(): Promise<readonly Span[]> {
    return Promise.resolve([]);
  }

  load(): Promise<void> {
    return Promise.resolve();
  }
}
