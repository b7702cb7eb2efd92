import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { VersionCache } from '../../concurrency/version-cache.js';
import { isTooManyTrades } from '../../problems/too-many-trades.js';

/**
 * Size of the cache, as a share of the memory for cached statistics. The default size holds the excursions of about
 * 200,000 trades.
 */
const SHARE = 1 / 2;

/** The result of an analysis on candles. */
export interface KeptResult<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** True if the result can change only by a write. */
  readonly isFinal: boolean;
}

/**
 * Caches the results of analyses on candles by version. A result is a whole response, or a table from which the pages
 * of a response are made. Because the table is cached, a further page is not computed again.
 */
@Injectable()
export class CandleCache extends VersionCache<KeptResult<unknown>> {
  constructor({ STATS_CACHE_MB }: Environment) {
    super(STATS_CACHE_MB * SHARE * 2 ** 20, ({ bytes }) => bytes, isTooManyTrades);
  }
}
