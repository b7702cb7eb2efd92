import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { CandleStore } from './candle-store.js';
import { candlesJson } from './candles-json.js';
import { CandlesQuery } from './candles.dto.js';
import { CandlesService } from './candles.service.js';
import type { Bytes } from '../common/bytes.js';
import { PageCache } from '../common/page-cache.js';
import { type CandleQuery, endOf } from './read-candles.js';
import { SeriesRevisions } from './series-revisions.js';

/**
 * Answers of GET /candles as bytes, those that cannot change kept in memory.
 *
 * Kept is an answer from the store alone of which every moment is known and no gap is still to be asked about, so that
 * the venue could add nothing; in offline mode every answer. What can change it then is a write: an import, or a fetch of
 * another instance. Each write raises the revision of its series, and a kept answer holds for one revision. A revision
 * is looked up at most once a second, so a write of another process shows after a second at the latest. Without
 * `before` the answer is kept by the end of the last closed bar, so it is out of use when the next bar closes.
 */
@Injectable()
export class CandlePages {
  private readonly cache: PageCache | null;
  private readonly underWay = new Map<string, Promise<Bytes>>();
  private readonly revisions: SeriesRevisions;

  constructor(
    private readonly candles: CandlesService,
    store: CandleStore,
    environment: Environment,
  ) {
    const { CANDLE_CACHE_MB } = environment;
    this.cache = CANDLE_CACHE_MB > 0 ? new PageCache(CANDLE_CACHE_MB * 2 ** 20) : null;
    this.revisions = new SeriesRevisions(store);
  }

  /** The JSON of a `CandlesAnswer`. Who asks for what another is just waiting for gets the same answer. */
  async get(request: CandlesQuery): Promise<Bytes> {
    const query = this.candles.queryOf(request);
    const { feed, symbol, interval, count } = query;
    const key = `${feed} ${symbol} ${interval} ${count} ${endOf(query)}`;
    // Looked up before the bars, so that a write in between makes the kept answer outdated and not the reverse.
    const revision = this.cache ? await this.revisions.of(feed, symbol, interval) : '';
    const kept = this.cache?.get(key, revision);
    if (kept) return kept;
    const underWay = this.underWay.get(key);
    if (underWay) return underWay;
    const answer = this.read(query, key, revision).finally(() => this.underWay.delete(key));
    this.underWay.set(key, answer);
    return answer;
  }

  private async read(query: CandleQuery, key: string, revision: string): Promise<Bytes> {
    const { feed, symbol, interval } = query;
    const { bars, source, isFinal } = await this.candles.read(query);
    const body = [candlesJson({ symbol, feed, interval, source }, bars)];
    if (isFinal) this.cache?.set(key, revision, body);
    return body;
  }
}
