import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { VersionCache } from '../../../shared/concurrency/version-cache.js';
import { isTooManyTrades } from '../../../shared/problems/too-many-trades.js';

/**
 * Share of the memory for cached statistics that this cache may use. By default, the excursions of about 200,000 trades
 * fit into it.
 */
const SHARE = 1 / 2;

/** A cached result of an analysis of candles. */
export interface KeptResult<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** True if the result can change only by a write. */
  readonly isFinal: boolean;
}

/**
 * Caches the results of analyses of candles by version. A result is a whole response, or a table from which the pages
 * of a response are made. Because the table is cached, a request for another page needs no new computation.
 */
@Injectable()
export class CandleCache extends VersionCache<KeptResult<unknown>> {
  constructor({ STATS_CACHE_MB }: Environment) {
    super(STATS_CACHE_MB * SHARE * 2 ** 20, ({ bytes }) => bytes, { isRefusal: isTooManyTrades });
  }
}
