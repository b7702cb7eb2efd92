import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { VersionCache } from '../../concurrency/version-cache.js';
import { isTooManyTrades } from '../../problems/too-many-trades.js';

/**
 * Share of the memory for cached statistics that analyses on candles may use. The default is enough for the excursions
 * of about 200,000 trades.
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
 * Caches the results of analyses on candles by version: whole responses, and the tables of which pages are made, so that
 * each page does not compute them again.
 */
@Injectable()
export class CandleCache extends VersionCache<KeptResult<unknown>> {
  constructor({ STATS_CACHE_MB }: Environment) {
    super(STATS_CACHE_MB * SHARE * 2 ** 20, ({ bytes }) => bytes, isTooManyTrades);
  }
}
