import { Injectable } from '@nestjs/common';
import { connectingForAll } from '../platform/database/connection/connection-owner.js';
import { SharedWork } from '../shared/concurrency/shared-work.js';
import { wordsIn } from '../shared/fields/word-list.js';
import { type Interval, closedUntil, floorToInterval } from '../shared/market/intervals.js';
import { validationProblem } from '../shared/problems/problem.js';
import type { Bytes } from '../shared/text/bytes.js';
import { type AsOf, AsOfReader } from './as-of-reader.js';
import { type AsOfPart, asOfJson, barsText, formingText } from './as-of-json.js';
import { CandleTexts } from './candle-texts.js';
import type { CandleSource } from './candle-source.js';
import type { CandlesAsOfQuery } from './candles-as-of.dto.js';
import { CandleStore } from './store/candle-store.js';
import { keyText } from './store/series-key.js';
import { revisionOf } from './store/series-revision.js';
import { Clock } from './venue/clock.js';

/** A series of a response, with the keys under which its parts are cached. */
interface AskedSeries {
  readonly interval: Interval;
  readonly barsKey: string;
  readonly formingKey: string;
  /** Open time of the bar that is open at the instant. */
  readonly open: number;
}

interface Known extends Pick<AsOf, 'feed' | 'symbol' | 'count' | 'until'> {
  readonly at: number;
}

/**
 * Responses with the candles that were known at an instant, as bytes. The bars and the forming bar of each interval are
 * cached separately, under the conditions of `CandleResponses`: a replay that steps from minute to minute needs new bars
 * of most intervals only after many steps.
 */
@Injectable()
export class AsOfResponses {
  private readonly reads = new SharedWork<Bytes>();

  constructor(
    private readonly reader: AsOfReader,
    private readonly store: CandleStore,
    private readonly clock: Clock,
    private readonly cache: CandleTexts,
  ) {}

  /**
   * Returns the JSON of a `CandlesAsOfAnswer`.
   * @throws Problem VALIDATION_FAILED if the instant is later than now, and the problems of `CandleResponses`
   */
  async get(query: CandlesAsOfQuery): Promise<Bytes> {
    const { feed, symbol, at, count } = query;
    const now = this.clock.now();
    if (at > now) throw validationProblem([{ field: 'at', message: 'must not be later than now' }]);
    const until = Math.min(floorToInterval(at, '1m'), closedUntil('1m', now));
    const intervals = wordsIn(query.intervals) as Interval[];
    // The revisions are read before the bars, as in `CandleResponses`.
    const all = await this.store.revisions({ feed, symbol });
    const asked = intervals.map((interval): AskedSeries => {
      const open = floorToInterval(at, interval);
      const key = `${keyText({ feed, symbol, interval })} as of ${revisionOf(all, interval)}`;
      const barsKey = `${key} ${count} ${floorToInterval(until, interval)}`;
      return { interval, barsKey, formingKey: `${key} ${open} until ${until}`, open };
    });
    const request = `${asked.map(({ barsKey }) => barsKey).join()} ${at}`;
    return this.reads.join(request, () =>
      connectingForAll(() => this.read({ feed, symbol, at, count, until }, asked)),
    );
  }

  private async read({ at, ...known }: Known, asked: readonly AskedSeries[]): Promise<Bytes> {
    const cached = asked.map((series) => ({
      ...series,
      candles: this.cached(series.barsKey),
      forming: series.open < known.until ? this.cached(series.formingKey) : NO_FORMING,
    }));
    const closed = cached.filter(({ candles }) => !candles).map(({ interval }) => interval);
    const forming = new Map(
      cached.filter((series) => !series.forming).map(({ interval, open }) => [interval, open]),
    );
    const isCached = closed.length === 0 && forming.size === 0;
    const found = isCached ? null : await this.reader.read({ ...known, closed, forming });
    const series = cached.map(({ interval, barsKey, formingKey, ...parts }) => {
      const bars = found?.closed.get(interval);
      const bar = found?.forming.get(interval);
      return {
        interval,
        candles: parts.candles ?? this.keep(barsKey, barsText(bars!.bars), bars!),
        forming: parts.forming ?? this.keep(formingKey, formingText(bar!.bar), bar!),
      };
    });
    return asOfJson({ symbol: known.symbol, feed: known.feed, at }, series);
  }

  private cached(key: string): AsOfPart | undefined {
    const text = this.cache.get(key);
    return text && { text, source: 'cache' };
  }

  /** Caches a part if only a write can change it. */
  private keep(
    key: string,
    text: Bytes,
    { source, isFinal }: { readonly source: CandleSource; readonly isFinal: boolean },
  ): AsOfPart {
    if (isFinal) this.cache.set(key, text);
    return { text, source };
  }
}

/** The forming bar of an interval at the open of a bar, or before its first minute has closed. */
const NO_FORMING: AsOfPart = { text: formingText(null), source: 'cache' };
